import { Trait } from './alphabet.js';
import type { Assertion } from './syntax-tree.js';

/** Whether an assertion holds between two characters. Shape: their `Trait`s. Source: Rust's `regex-automata`. */
export function assertionHolds(assertion: Assertion, left: number, right: number): boolean {
  switch (assertion.kind) {
    case 'line start':
      return (left & (Trait.edge | Trait.carriageReturn)) !== 0;
    case 'line end':
      return (right & (Trait.edge | Trait.carriageReturn)) !== 0;
    case 'text start':
      return (left & Trait.edge) !== 0;
    case 'text end':
      return (right & Trait.edge) !== 0;
    default:
      return wordAssertionHolds(assertion.kind, assertion.isAscii, left, right);
  }
}

type WordAssertion = Extract<Assertion, { readonly isAscii: boolean }>['kind'];

function wordAssertionHolds(kind: WordAssertion, isAscii: boolean, left: number, right: number): boolean {
  const trait = isAscii ? Trait.asciiWord : Trait.word;
  const isWordLeft = (left & trait) !== 0;
  const isWordRight = (right & trait) !== 0;
  // A byte that is no character counts neither as a word character nor as the opposite.
  const isClearLeft = isAscii || (left & Trait.noCharacter) === 0;
  const isClearRight = isAscii || (right & Trait.noCharacter) === 0;
  switch (kind) {
    case 'word boundary':
      return isWordLeft !== isWordRight;
    case 'no word boundary':
      return isWordLeft === isWordRight && isClearLeft && isClearRight;
    case 'word start':
      return !isWordLeft && isWordRight;
    case 'word end':
      return isWordLeft && !isWordRight;
    case 'word start half':
      return !isWordLeft && isClearLeft;
    default:
      return !isWordRight && isClearRight;
  }
}
