import type { CharSet } from './char-set.js';

/** A test of the place between two characters. `isAscii` is `(?-u)`: only ASCII characters are word characters. */
export type Assertion =
  /** `^` and `$`: a lone carriage return ends a line, too. */
  | { readonly kind: 'line start' | 'line end' }
  /** `\A` and `\z`: the ends of the whole line, because each line is searched separately. */
  | { readonly kind: 'text start' | 'text end' }
  /** `\b`, `\B`, `\<`, `\>`, `\b{start-half}` and `\b{end-half}`. */
  | {
      readonly kind:
        | 'word boundary'
        | 'no word boundary'
        | 'word start'
        | 'word end'
        | 'word start half'
        | 'word end half';
      readonly isAscii: boolean;
    };

/**
 * A regular expression. Syntax that only chooses among several matches at one place (lazy repetition, group names) is
 * left out: a search asks which lines match, and where the first match starts.
 */
export type Node =
  | { readonly kind: 'character'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'alternatives'; readonly branches: readonly Node[] }
  | {
      readonly kind: 'repeat';
      readonly body: Node;
      readonly min: number;
      /** `Infinity` when there is no maximum. */
      readonly max: number;
    }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'group'; readonly body: Node; readonly number: number }
  | {
      readonly kind: 'look-around';
      readonly body: Node;
      readonly isAhead: boolean;
      readonly isNegative: boolean;
    }
  /** Shape: the number or the name of a group. */
  | { readonly kind: 'backreference'; readonly group: string; readonly ignoreCase: boolean };

/** A parsed pattern. */
export interface Syntax {
  readonly root: Node;
  /** Whether an automaton alone can match it: it has neither look-around nor backreferences. */
  readonly isRegular: boolean;
  /** Whether ripgrep finds the same; some syntax is an error there, or treats the ends of the text differently. */
  readonly isKnownToRipgrep: boolean;
  /** The number of each group that a backreference may name; `null` when there are no backreferences. */
  readonly groupNumbers: ReadonlyMap<string, number> | null;
}

/** Matches the empty text at every place. */
export const EMPTY_SEQUENCE: Node = { kind: 'sequence', parts: [] };

/** Whether a match may be empty. */
export function canBeEmpty(node: Node): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'sequence':
      return node.parts.every(canBeEmpty);
    case 'alternatives':
      return node.branches.some(canBeEmpty);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.body);
    case 'group':
      return canBeEmpty(node.body);
    // Assertions match no characters, and the group of a backreference may have matched none.
    default:
      return true;
  }
}
