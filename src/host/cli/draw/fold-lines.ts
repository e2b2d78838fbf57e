import { countOf } from '../../../actors/tools/text/count-of.js';

// Wider than any terminal, and a bound for a line that never ends. Units: UTF-16 units.
const MAX_LINE_CHARS = 2_000;

/** How many lines of a long output are shown, at its start and its end. */
export interface FoldSize {
  readonly head: number;
  readonly tail: number;
  /** How many at its end when it ends badly: that is where tests and compilers say why. Default: `tail`. */
  readonly failedTail?: number;
}

/** How a reader gets the lines that are left out, to follow their number. Default: nothing is said. */
export type FoldHint = string | undefined;

/**
 * Keeps the head and the tail of output that arrives in pieces, and counts the lines between them. Memory is bounded by
 * the size of both.
 */
export class LineFold {
  readonly #size: Required<FoldSize>;
  readonly #hint: FoldHint;
  #count = 0;
  /** The last lines, until they are shown. */
  #kept: string[] = [];
  #partial = '';

  constructor({ head, tail, failedTail = tail }: FoldSize, hint?: FoldHint) {
    this.#size = { head, tail, failedTail };
    this.#hint = hint;
  }

  /** Adds text. Returns the lines to show at once. */
  push(text: string): readonly string[] {
    const lines = (this.#partial + text).split('\n');
    this.#partial = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS);
    return this.#add(lines);
  }

  /** The last lines so far. */
  get tail(): readonly string[] {
    return [...this.#last(this.#size.tail), ...(this.#partial === '' ? [] : [this.#partial])];
  }

  /** Ends the output. Returns the lines that were not shown yet. */
  end({ hasFailed = false }: { readonly hasFailed?: boolean } = {}): readonly string[] {
    const shown = this.#partial === '' ? [] : this.#add([this.#partial]);
    this.#partial = '';
    const rest = [...shown, ...this.#last(hasFailed ? this.#size.failedTail : this.#size.tail)];
    this.#kept = [];
    return rest;
  }

  #add(lines: readonly string[]): readonly string[] {
    const shown = lines.slice(0, Math.max(0, this.#size.head - this.#count));
    this.#count += lines.length;
    // One line more than the tail is kept, because saying that it is missing takes a line as well.
    const most = Math.max(this.#size.tail, this.#size.failedTail) + 1;
    this.#kept = [...this.#kept, ...lines.slice(shown.length)].slice(-most);
    return shown;
  }

  /** The last `tail` lines behind the head, below the number of those between. */
  #last(tail: number): readonly string[] {
    const hidden = this.#count - Math.min(this.#count, this.#size.head) - tail;
    return hidden > 1
      ? [describeOmitted(hidden, this.#hint), ...this.#kept.slice(this.#kept.length - tail)]
      : this.#kept;
  }
}

/** `… 120 more lines …`, or with a hint `… 120 more lines: /output 3 shows them …`. */
export function describeOmitted(lines: number, hint: FoldHint): string {
  return `… ${countOf(lines, 'more line')}${hint === undefined ? '' : `: ${hint}`} …`;
}

/** The lines to show of a complete text. */
export function foldLines(text: string, size: FoldSize, hint?: FoldHint): readonly string[] {
  const fold = new LineFold(size, hint);
  return [...fold.push(`${text.trimEnd()}\n`), ...fold.end()];
}
