/** The input history, and the line of it that is shown. */
export class InputHistory {
  readonly #lines: string[];
  /** The index of the shown line; the number of lines when none is shown. */
  #at: number;
  #draft = '';

  /** Shape: the oldest line first. */
  constructor(lines: readonly string[]) {
    this.#lines = [...lines];
    this.#at = this.#lines.length;
  }

  /** Adds the newest line, and shows none. */
  add(line: string): void {
    if (this.#lines.at(-1) !== line) this.#lines.push(line);
    this.#at = this.#lines.length;
    this.#draft = '';
  }

  /** The line before the shown one; `undefined` when there is none. `current` is kept for the way back. */
  older(current: string): string | undefined {
    if (this.#at === 0) return undefined;
    if (this.#at === this.#lines.length) this.#draft = current;
    this.#at -= 1;
    return this.#lines[this.#at];
  }

  /** The line after the shown one, and at last the text that was typed before; `undefined` when no line is shown. */
  newer(): string | undefined {
    if (this.#at === this.#lines.length) return undefined;
    this.#at += 1;
    return this.#at === this.#lines.length ? this.#draft : this.#lines[this.#at];
  }

  /** The newest line before `beforeIndex` that contains the text, and its index. Default: searches all lines. */
  find(text: string, beforeIndex = this.#lines.length): { line: string; index: number } | undefined {
    const index = this.#lines.findLastIndex((line, at) => at < beforeIndex && line.includes(text));
    const line = this.#lines[index];
    return line === undefined ? undefined : { line, index };
  }

  /** Stops showing lines of the history. */
  leave(): void {
    this.#at = this.#lines.length;
  }
}
