import { resized } from '../index/growth.js';

const FIRST_LENGTH = 4096;

/** A text that grows by what is written into it, without a string for each piece. */
export class TextBuffer {
  #units = new Uint16Array(FIRST_LENGTH);
  #length = 0;

  /** Units: characters (UTF-16). */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    this.#makeRoom(text.length);
    for (let at = 0; at < text.length; at++) this.#units[this.#length++] = text.charCodeAt(at);
  }

  /** Adds the first `count` of some UTF-16 units. */
  addUnits(units: Uint16Array, count: number): void {
    this.#makeRoom(count);
    const own = this.#units;
    let end = this.#length;
    for (let at = 0; at < count; at++) own[end++] = units[at]!;
    this.#length = end;
  }

  /** Adds bytes that are ASCII; false, and nothing is added, when one is not. */
  addAscii(bytes: Uint8Array, start: number, end: number): boolean {
    this.#makeRoom(end - start);
    const own = this.#units;
    let length = this.#length;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x80) return false;
      own[length++] = byte;
    }
    this.#length = length;
    return true;
  }

  toString(): string {
    return Buffer.from(this.#units.buffer, 0, this.#length * Uint16Array.BYTES_PER_ELEMENT).toString(
      'utf16le',
    );
  }

  #makeRoom(count: number): void {
    const needed = this.#length + count;
    if (needed > this.#units.length)
      this.#units = resized(this.#units, Math.max(needed, 2 * this.#units.length));
  }
}
