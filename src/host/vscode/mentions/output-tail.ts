import { stripVTControlCharacters } from 'node:util';

// What a model can read of one output, with room to spare; and a command may print for hours. Units: UTF-16 units.
const MAX_CHARS = 200_000;

/** The end of a text that grows. Cost: at most twice `MAX_CHARS` in memory. */
export class OutputTail {
  #text = '';
  #omittedChars = 0;

  add(data: string): void {
    this.#text += data;
    if (this.#text.length > 2 * MAX_CHARS) this.#cut();
  }

  /** The text without control sequences of a terminal, and how much is missing before it. */
  read(): { readonly text: string; readonly omittedChars: number } {
    if (this.#text.length > MAX_CHARS) this.#cut();
    const text = stripVTControlCharacters(this.#text).replaceAll(/\r+\n/g, '\n');
    return { text, omittedChars: this.#omittedChars };
  }

  #cut(): void {
    const start = this.#text.length - MAX_CHARS;
    const line = this.#text.indexOf('\n', start) + 1;
    const from = line === 0 ? start : line;
    this.#omittedChars += from;
    this.#text = this.#text.slice(from);
  }
}
