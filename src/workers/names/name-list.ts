// The names of some hundred directories; twice as many each time it is full.
const MIN_BYTES = 0x10000;
const GROWTH = 2;
// UTF-16 never takes more in UTF-8.
const MAX_BYTES_OF_UNIT = 3;

const SEPARATOR = '\0';

/**
 * Names as a walker meets them, some of them many times. They are kept as bytes, so that no string outlives the
 * directory that it was read with, and nothing is looked up.
 * A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD.
 */
export class NameList {
  #bytes = Buffer.alloc(MIN_BYTES);
  #end = 0;
  #count = 0;

  /** How many names were added. */
  get size(): number {
    return this.#count;
  }

  /** Shape: none is empty, and none holds a NUL. */
  add(names: readonly string[]): void {
    if (names.length === 0) return;
    const text = names.join(SEPARATOR);
    const mostBytes = text.length * MAX_BYTES_OF_UNIT + SEPARATOR.length;
    if (this.#end + mostBytes > this.#bytes.length) this.#grow(this.#end + mostBytes);
    this.#end += this.#bytes.write(text, this.#end, 'utf8');
    this.#bytes[this.#end++] = 0;
    this.#count += names.length;
  }

  /** What was added, in that order. The list is empty afterwards. Shape: UTF-8, behind each name a NUL. */
  take(): Uint8Array<ArrayBuffer> {
    const names = new Uint8Array(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
    this.#count = 0;
    return names;
  }

  #grow(needed: number): void {
    const bytes = Buffer.alloc(Math.max(needed, this.#bytes.length * GROWTH));
    bytes.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = bytes;
  }
}
