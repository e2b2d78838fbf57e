/** The lines that were entered before, and the place among them that is shown. */
export class PastLines {
  readonly #lines: string[];
  /** Which line is shown; as many as there are: none of them. */
  #at: number;
  #draft = '';

  /** Shape: the oldest line first. */
  constructor(lines: readonly string[]) {
    this.#lines = [...lines];
    this.#at = this.#lines.length;
  }

  /** Keeps a line as the newest, and shows none. */
  add(line: string): void {
    if (this.#lines.at(-1) !== line) this.#lines.push(line);
    this.#at = this.#lines.length;
    this.#draft = '';
  }

  /** The line before the one that is shown; `undefined` when that is the oldest. `current` is kept for the way back. */
  older(current: string): string | undefined {
    if (this.#at === 0) return undefined;
    if (this.#at === this.#lines.length) this.#draft = current;
    this.#at -= 1;
    return this.#lines[this.#at];
  }

  /** The line behind the one that is shown, at last what was typed before; `undefined` when none is shown. */
  newer(): string | undefined {
    if (this.#at === this.#lines.length) return undefined;
    this.#at += 1;
    return this.#at === this.#lines.length ? this.#draft : this.#lines[this.#at];
  }

  /** The newest line with the text in it, older than `beforeIndex`, and its index. Default: of all. */
  find(text: string, beforeIndex = this.#lines.length): { line: string; index: number } | undefined {
    const index = this.#lines.findLastIndex((line, at) => at < beforeIndex && line.includes(text));
    const line = this.#lines[index];
    return line === undefined ? undefined : { line, index };
  }

  /** Shows none of them. */
  leave(): void {
    this.#at = this.#lines.length;
  }
}
