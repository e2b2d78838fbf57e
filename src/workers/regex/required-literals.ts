import { type Literal, needleOf } from './needle.js';
import type { Node } from './syntax-tree.js';

// Searching for more alternatives, one by one, costs more than running the expression itself.
const MAX_ALTERNATIVES = 16;
// A longer text is no rarer.
const MAX_CHARACTERS = 64;

/**
 * Texts of which every match contains at least one; `null` when there are none. Among several such lists returns the
 * one whose shortest text is the longest.
 */
export function requiredLiterals(node: Node): readonly Literal[] | null {
  switch (node.kind) {
    case 'character': {
      const literal = exactLiteral(node);
      return literal === null ? null : [literal];
    }
    case 'sequence':
      return ofSequence(node.parts);
    case 'alternatives': {
      const lists = node.branches.map(requiredLiterals);
      const all = lists.flatMap((list) => list ?? []);
      return lists.includes(null) || all.length > MAX_ALTERNATIVES ? null : all;
    }
    case 'repeat':
      return node.min === 0 ? null : ofSequence([node]);
    case 'group':
      return requiredLiterals(node.body);
    default:
      return null;
  }
}

function ofSequence(parts: readonly Node[]): readonly Literal[] | null {
  const lists: (readonly Literal[])[] = [];
  let run = NOTHING;
  const endRun = (): void => {
    if (run.text !== '') lists.push([run]);
    run = NOTHING;
  };
  for (const part of parts) {
    const literal = exactLiteral(part);
    if (literal !== null) {
      run = join(run, literal);
      continue;
    }
    const repeated = part.kind === 'repeat' && part.min > 0 ? exactLiteral(part.body) : null;
    if (repeated !== null) {
      // The first repetition extends the run before it, and the last one starts the run after it.
      run = join(run, repeated);
      endRun();
      run = repeated;
      continue;
    }
    endRun();
    const list = requiredLiterals(part.kind === 'repeat' && part.min > 0 ? part.body : part);
    if (list !== null) lists.push(list);
  }
  endRun();
  const [best = null] = lists.toSorted((a, b) => weight(b) - weight(a) || a.length - b.length);
  return best;
}

const NOTHING: Literal = { text: '', caseSensitive: true };

/** The only text that matches, up to case; `null` when there are several. */
function exactLiteral(node: Node): Literal | null {
  switch (node.kind) {
    case 'character': {
      const { character, otherCases } = node.set;
      return character === null
        ? null
        : { text: String.fromCodePoint(character), caseSensitive: otherCases === 'none' };
    }
    case 'sequence':
      return joinAll(node.parts.map(exactLiteral));
    case 'group':
      return exactLiteral(node.body);
    case 'repeat': {
      if (node.min !== node.max || node.max > MAX_CHARACTERS) return null;
      const literal = exactLiteral(node.body);
      return joinAll(Array.from({ length: node.min }, () => literal));
    }
    // These match no characters.
    case 'assertion':
    case 'look-around':
      return NOTHING;
    default:
      return null;
  }
}

function joinAll(literals: readonly (Literal | null)[]): Literal | null {
  let all = NOTHING;
  for (const literal of literals) {
    if (literal === null || all.text.length > MAX_CHARACTERS) return null;
    all = join(all, literal);
  }
  return all;
}

function join(a: Literal, b: Literal): Literal {
  return { text: a.text + b.text, caseSensitive: a.caseSensitive && b.caseSensitive };
}

/** The length in bytes of the needle for the list's weakest text. */
function weight(list: readonly Literal[]): number {
  return Math.min(...list.map((literal) => needleOf(literal)?.bytes.length ?? 0));
}
