// Room for the names of some hundred directories; doubled when it is full.
const MIN_BYTES = 0x10000;
const GROWTH = 2;
// The most bytes that UTF-8 needs for a UTF-16 unit.
const MAX_BYTES_OF_UNIT = 3;

const SEPARATOR = '\0';

/**
 * Collects the names that a walker reads, duplicates included. They are stored as bytes, so that no string outlives
 * the listing of its directory.
 * A lone surrogate, which UTF-8 cannot encode, becomes U+FFFD.
 */
export class NameList {
  #bytes = Buffer.alloc(MIN_BYTES);
  #end = 0;
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** Shape: no name is empty or contains a NUL. */
  add(names: readonly string[]): void {
    if (names.length === 0) return;
    const text = names.join(SEPARATOR);
    const mostBytes = text.length * MAX_BYTES_OF_UNIT + SEPARATOR.length;
    if (this.#end + mostBytes > this.#bytes.length) this.#grow(this.#end + mostBytes);
    this.#end += this.#bytes.write(text, this.#end, 'utf8');
    this.#bytes[this.#end++] = 0;
    this.#count += names.length;
  }

  /** Returns the names in the order of their addition, and empties the list. Shape: UTF-8, a NUL after each name. */
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
