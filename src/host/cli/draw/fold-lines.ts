import { countOf } from '../../../actors/tools/text/count-of.js';

// No terminal shows more of a line. A line that never ends is not kept whole.
const MAX_LINE_CHARS = 2_000;

/** How much of a long output is shown. Units: lines. */
export interface FoldSize {
  readonly head: number;
  readonly tail: number;
}

/**
 * The head and the tail of an output that arrives piece by piece, with how many lines are missing between them. Memory
 * holds no more than that.
 */
export class LineFold {
  readonly #size: FoldSize;
  #count = 0;
  /** The last lines that were not given out. */
  #kept: string[] = [];
  #partial = '';

  constructor(size: FoldSize) {
    this.#size = size;
  }

  /** The lines that are shown at once. */
  push(text: string): readonly string[] {
    const lines = (this.#partial + text).split('\n');
    this.#partial = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS);
    return this.#add(lines);
  }

  /** What came last, for as long as it goes on. */
  get tail(): readonly string[] {
    return [...this.#gap(), ...this.#kept, ...(this.#partial === '' ? [] : [this.#partial])];
  }

  /** The output is over: what was not given out. */
  end(): readonly string[] {
    const last = this.#partial === '' ? [] : this.#add([this.#partial]);
    this.#partial = '';
    const rest = [...last, ...this.#gap(), ...this.#kept];
    this.#kept = [];
    return rest;
  }

  #add(lines: readonly string[]): readonly string[] {
    const shown = lines.slice(0, Math.max(0, this.#size.head - this.#count));
    this.#count += lines.length;
    // One line more than the tail is shown as it is: to say that it is missing takes as much.
    this.#kept = [...this.#kept, ...lines.slice(shown.length)].slice(-this.#size.tail - 1);
    if (this.#hidden > 0) this.#kept = this.#kept.slice(-this.#size.tail);
    return shown;
  }

  get #hidden(): number {
    const behind = this.#count - Math.min(this.#count, this.#size.head);
    return behind > this.#size.tail + 1 ? behind - this.#size.tail : 0;
  }

  #gap(): readonly string[] {
    return this.#hidden === 0 ? [] : [`… ${countOf(this.#hidden, 'more line')} …`];
  }
}

/** A whole text as the lines that are shown of it. */
export function foldLines(text: string, size: FoldSize): readonly string[] {
  const fold = new LineFold(size);
  return [...fold.push(`${text.trimEnd()}\n`), ...fold.end()];
}
