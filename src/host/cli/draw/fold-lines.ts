import { countOf } from '../../../actors/tools/text/count-of.js';

// Wider than any terminal, and a bound for a line that never ends. Units: UTF-16 units.
const MAX_LINE_CHARS = 2_000;

/** How many lines of a long output are shown, at its start and its end. */
export interface FoldSize {
  readonly head: number;
  readonly tail: number;
}

/**
 * Keeps the head and the tail of output that arrives in pieces, and counts the lines between them. Memory is bounded by
 * the size of both.
 */
export class LineFold {
  readonly #size: FoldSize;
  #count = 0;
  /** The last lines, until they are shown. */
  #kept: string[] = [];
  #partial = '';

  constructor(size: FoldSize) {
    this.#size = size;
  }

  /** Adds text. Returns the lines to show at once. */
  push(text: string): readonly string[] {
    const lines = (this.#partial + text).split('\n');
    this.#partial = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS);
    return this.#add(lines);
  }

  /** The last lines so far. */
  get tail(): readonly string[] {
    return [...this.#describeOmitted(), ...this.#kept, ...(this.#partial === '' ? [] : [this.#partial])];
  }

  /** Ends the output. Returns the lines that were not shown yet. */
  end(): readonly string[] {
    const last = this.#partial === '' ? [] : this.#add([this.#partial]);
    this.#partial = '';
    const rest = [...last, ...this.#describeOmitted(), ...this.#kept];
    this.#kept = [];
    return rest;
  }

  #add(lines: readonly string[]): readonly string[] {
    const shown = lines.slice(0, Math.max(0, this.#size.head - this.#count));
    this.#count += lines.length;
    // One line more than the tail is kept, because saying that it is missing takes a line as well.
    this.#kept = [...this.#kept, ...lines.slice(shown.length)].slice(-this.#size.tail - 1);
    if (this.#hidden > 0) this.#kept = this.#kept.slice(-this.#size.tail);
    return shown;
  }

  get #hidden(): number {
    const behind = this.#count - Math.min(this.#count, this.#size.head);
    return behind > this.#size.tail + 1 ? behind - this.#size.tail : 0;
  }

  #describeOmitted(): readonly string[] {
    return this.#hidden === 0 ? [] : [`… ${countOf(this.#hidden, 'more line')} …`];
  }
}

/** The lines to show of a complete text. */
export function foldLines(text: string, size: FoldSize): readonly string[] {
  const fold = new LineFold(size);
  return [...fold.push(`${text.trimEnd()}\n`), ...fold.end()];
}
