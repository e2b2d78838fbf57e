import { PatternSyntaxError } from '../../actors/protocol/errors.js';
import { CharSet } from './char-set.js';
import { type Assertion, canBeEmpty, type Node } from './syntax-tree.js';

/** An instruction of a program; `next` and the like are indices of other instructions. */
export type Instruction =
  | { readonly op: 'character'; readonly set: number; readonly isBackward: boolean; readonly next: number }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'assertion'; readonly assertion: Assertion; readonly next: number }
  | { readonly op: 'save'; readonly slot: number; readonly next: number }
  /** Continues at `next` only if the place in `slot` has changed, so that a repetition of an empty match ends. */
  | { readonly op: 'progress'; readonly slot: number; readonly next: number; readonly otherwise: number }
  | {
      readonly op: 'look-around';
      readonly start: number;
      readonly isNegative: boolean;
      readonly next: number;
    }
  | {
      readonly op: 'backreference';
      readonly group: number;
      readonly ignoreCase: boolean;
      readonly isBackward: boolean;
      readonly next: number;
    }
  | { readonly op: 'match' };

/** A pattern compiled to instructions. */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  /** The sets that instructions refer to by index. */
  readonly sets: readonly CharSet[];
  /** The number of slots: for the ends of groups (group n: 2n - 2 and 2n - 1) and the starts of repetitions. */
  readonly slots: number;
}

// A counted repetition is expanded. This many instructions take 5 MB in each thread.
const MAX_INSTRUCTIONS = 50_000;
const ANYTHING: Node = {
  kind: 'repeat',
  body: { kind: 'character', set: CharSet.everything },
  min: 0,
  max: Infinity,
};

/**
 * Compiles a pattern to match from right to left. For a pattern that is not regular the program matches a superset:
 * it assumes that look-around succeeds and that a backreference matches any text.
 * Errors: `PatternSyntaxError` when it gets too large.
 */
export function compileBackward(root: Node, pattern: string): Program {
  return new Compiler(pattern, null).compile(root, true);
}

/** Compiles a pattern to match from left to right. Errors: `PatternSyntaxError` when it gets too large. */
export function compileForward(
  root: Node,
  pattern: string,
  groupNumbers: ReadonlyMap<string, number> | null,
): Program {
  return new Compiler(pattern, groupNumbers ?? new Map()).compile(root, false);
}

class Compiler {
  readonly #pattern: string;
  /** `null` when the program must be regular. */
  readonly #groupNumbers: ReadonlyMap<string, number> | null;
  readonly #instructions: Instruction[] = [];
  readonly #sets: CharSet[] = [];
  readonly #setNumbers = new Map<string, number>();
  #slots: number;

  constructor(pattern: string, groupNumbers: ReadonlyMap<string, number> | null) {
    this.#pattern = pattern;
    this.#groupNumbers = groupNumbers;
    this.#slots = groupNumbers === null ? 0 : 2 * Math.max(0, ...groupNumbers.values());
  }

  compile(root: Node, isBackward: boolean): Program {
    const start = this.#add(root, this.#emit({ op: 'match' }), isBackward);
    return { instructions: this.#instructions, start, sets: this.#sets, slots: this.#slots };
  }

  /** Adds instructions that match `node` and continue at `next`. Returns the index of the first one. */
  #add(node: Node, next: number, isBackward: boolean): number {
    switch (node.kind) {
      case 'character':
        return this.#emit({ op: 'character', set: this.#numberOf(node.set), isBackward, next });
      case 'sequence': {
        const lastFirst = isBackward ? node.parts : node.parts.toReversed();
        return lastFirst.reduce((behind, part) => this.#add(part, behind, isBackward), next);
      }
      case 'alternatives':
        return node.branches
          .map((branch) => this.#add(branch, next, isBackward))
          .reduceRight((second, first) => this.#emit({ op: 'split', first, second }));
      case 'repeat':
        return this.#addRepeat(node, next, isBackward);
      case 'assertion':
        return this.#emit({ op: 'assertion', assertion: node.assertion, next });
      case 'group': {
        if (!this.#needsGroups) return this.#add(node.body, next, isBackward);
        const [first, last] = isBackward ? [1, 0] : [0, 1];
        const end = this.#emit({ op: 'save', slot: 2 * node.number - 2 + last, next });
        const body = this.#add(node.body, end, isBackward);
        return this.#emit({ op: 'save', slot: 2 * node.number - 2 + first, next: body });
      }
      case 'look-around': {
        if (this.#groupNumbers === null) return next;
        const start = this.#add(node.body, this.#emit({ op: 'match' }), !node.isAhead);
        return this.#emit({ op: 'look-around', start, isNegative: node.isNegative, next });
      }
      default: {
        if (this.#groupNumbers === null) return this.#add(ANYTHING, next, isBackward);
        const group = this.#groupNumbers.get(node.group) ?? 0;
        return this.#emit({ op: 'backreference', group, ignoreCase: node.ignoreCase, isBackward, next });
      }
    }
  }

  #addRepeat({ body, min, max }: Node & { kind: 'repeat' }, next: number, isBackward: boolean): number {
    let start = next;
    if (max === Infinity) {
      const split = { op: 'split' as const, first: next, second: next };
      const loop = this.#emit(split);
      split.first = this.#addIteration(body, loop, next, isBackward);
      // The last required copy can serve as the body of the loop.
      start = min === 0 ? loop : split.first;
    } else {
      for (let count = min; count < max; count++) {
        start = this.#emit({ op: 'split', first: this.#add(body, start, isBackward), second: next });
      }
    }
    const added = max === Infinity ? Math.min(min, 1) : 0;
    for (let count = added; count < min; count++) {
      const size = this.#instructions.length;
      start = this.#add(body, start, isBackward);
      // The body is empty, and so is every repetition of it.
      if (this.#instructions.length === size) break;
    }
    return start;
  }

  #addIteration(body: Node, loop: number, otherwise: number, isBackward: boolean): number {
    // An automaton never visits a state twice, but a backtracker would loop forever on an empty body.
    if (this.#groupNumbers === null || !canBeEmpty(body)) return this.#add(body, loop, isBackward);
    const slot = this.#slots++;
    const end = this.#emit({ op: 'progress', slot, next: loop, otherwise });
    return this.#emit({ op: 'save', slot, next: this.#add(body, end, isBackward) });
  }

  get #needsGroups(): boolean {
    return this.#groupNumbers !== null && this.#groupNumbers.size > 0;
  }

  #emit(instruction: Instruction): number {
    if (this.#instructions.length === MAX_INSTRUCTIONS) {
      throw new PatternSyntaxError(
        'The search pattern is too large. Write a shorter one, or *, + or lower numbers where it counts repeats.',
        { pattern: this.#pattern, source: 'search pattern' },
      );
    }
    return this.#instructions.push(instruction) - 1;
  }

  #numberOf(set: CharSet): number {
    const known = this.#setNumbers.get(set.key);
    if (known !== undefined) return known;
    this.#setNumbers.set(set.key, this.#sets.length);
    return this.#sets.push(set) - 1;
  }
}
