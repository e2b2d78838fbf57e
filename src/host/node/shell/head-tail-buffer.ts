import { findCharBoundary } from '../../../actors/tools/text/find-char-boundary.js';

// SPEC T5: the first and the last half of this. Units: UTF-16 units.
const KEPT_CHARS = 100_000;

/**
 * Keeps the beginning and the end of a text of any length, 100,000 characters in all.
 * Cost: at most two and a half times as much memory, however much is added.
 */
export class HeadTailBuffer {
  #head = '';
  #tail = '';
  #droppedChars = 0;

  /** Units: UTF-16 units. */
  get droppedChars(): number {
    this.#cutTail();
    return this.#droppedChars;
  }

  add(text: string): void {
    let rest = text;
    if (this.#tail === '' && this.#head.length < KEPT_CHARS / 2) {
      const cut = findCharBoundary(text, KEPT_CHARS / 2 - this.#head.length);
      this.#head += text.slice(0, cut);
      rest = text.slice(cut);
    }
    this.#tail += rest;
    // Not at every addition, because cutting copies the text.
    if (this.#tail.length > KEPT_CHARS) this.#cutTail();
  }

  /** The text, with a note on a line of its own in place of the dropped part. */
  toString(): string {
    this.#cutTail();
    if (this.#droppedChars === 0) return this.#head + this.#tail;
    return `${this.#head}\n[... ${this.#droppedChars} characters left out ...]\n${this.#tail}`;
  }

  #cutTail(): void {
    const over = this.#tail.length - KEPT_CHARS / 2;
    if (over <= 0) return;
    const cut = findCharBoundary(this.#tail, over);
    this.#droppedChars += cut;
    this.#tail = this.#tail.slice(cut);
  }
}
