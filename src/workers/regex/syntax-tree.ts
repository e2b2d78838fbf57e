import type { CharSet } from './char-set.js';

/** A place between two characters. `isAscii` is `(?-u)`: only ASCII characters are word characters. */
export type Assertion =
  /** `^` and `$`: a lone carriage return ends a line as well. */
  | { readonly kind: 'line start' | 'line end' }
  /** `\A` and `\z`: the ends of the whole line, as each line is searched by itself. */
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
 * A regular expression. What only chooses among several matches at one place (lazy repeats, the names of groups) is
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
      /** `Infinity` when there is no limit. */
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

/** What a pattern says. */
export interface Syntax {
  readonly root: Node;
  /** Whether an automaton can match it alone: it has neither look-around nor backreferences. */
  readonly isRegular: boolean;
  /** Whether ripgrep finds the same: some of it would be an error there, and of the ends of a text it has its own view. */
  readonly isKnownToRipgrep: boolean;
  /** The number of each group that a backreference may name; `null` when there are no backreferences. */
  readonly groupNumbers: ReadonlyMap<string, number> | null;
}

/** Matches nothing, everywhere. */
export const EMPTY: Node = { kind: 'sequence', parts: [] };

/** Whether a match may take no character at all. */
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
    // A place, or a group that may have matched nothing.
    default:
      return true;
  }
}
