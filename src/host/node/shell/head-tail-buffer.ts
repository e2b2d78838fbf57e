import { findCharBoundary } from '../../../actors/tools/text/find-char-boundary.js';

// SPEC T5: this much of the beginning, and of the end. Units: UTF-16 units.
const HALF_CHARS = 50_000;

/**
 * Keeps the beginning and the end of a text of any length. Default: 50,000 characters of each.
 * Cost: at most two and a half times as much memory, however much is added.
 */
export class HeadTailBuffer {
  readonly #headChars: number;
  readonly #tailChars: number;
  #head = '';
  #tail = '';
  #droppedChars = 0;

  constructor(headChars = HALF_CHARS, tailChars = HALF_CHARS) {
    this.#headChars = headChars;
    this.#tailChars = tailChars;
  }

  /** Units: UTF-16 units. */
  get droppedChars(): number {
    this.#cutTail();
    return this.#droppedChars;
  }

  add(text: string): void {
    let rest = text;
    if (this.#tail === '' && this.#head.length < this.#headChars) {
      const cut = findCharBoundary(text, this.#headChars - this.#head.length);
      this.#head += text.slice(0, cut);
      rest = text.slice(cut);
    }
    this.#tail += rest;
    // Not at every addition, because cutting copies the text.
    if (this.#tail.length > 2 * this.#tailChars) this.#cutTail();
  }

  /** The text, with a note on a line of its own in place of the dropped part. */
  toString(): string {
    this.#cutTail();
    if (this.#droppedChars === 0) return this.#head + this.#tail;
    return `${this.#head}\n[... ${this.#droppedChars} characters left out ...]\n${this.#tail}`;
  }

  #cutTail(): void {
    const over = this.#tail.length - this.#tailChars;
    if (over <= 0) return;
    const cut = findCharBoundary(this.#tail, over);
    this.#droppedChars += cut;
    this.#tail = this.#tail.slice(cut);
  }
}
