import { type DistinctNames, NameInterner } from './name-interner.js';

// The names of some hundred directories; twice as many each time it is full.
const MIN_BYTES = 0x10000;
const GROWTH = 2;
// UTF-16 never takes more in UTF-8.
const MAX_BYTES_OF_UNIT = 3;

const SEPARATOR = '\0';

/** Names that came many times, each once. */
export interface InternedNames {
  readonly names: DistinctNames;
  /** Of each name that came its number in `names`. */
  readonly numbers: Uint32Array<ArrayBuffer>;
}

/**
 * Names as a walker meets them, some of them many times. They are kept as bytes, so that no string outlives the
 * directory that it was read with, and nothing is looked up before the end.
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

  /** The distinct names, and for each name that was added, in that order, its number. The list is empty afterwards. */
  intern(): InternedNames {
    const bytes = this.#bytes;
    const interner = new NameInterner();
    const numbers = new Uint32Array(this.#count);
    let start = 0;
    for (let place = 0; place < numbers.length; place++) {
      let end = start;
      while (bytes[end] !== 0) end++;
      numbers[place] = interner.add(bytes, start, end);
      start = end + 1;
    }
    this.#end = 0;
    this.#count = 0;
    const { bytes: distinct, starts } = interner.names;
    return { names: { bytes: distinct.slice(), starts: starts.slice() }, numbers };
  }

  #grow(needed: number): void {
    const bytes = Buffer.alloc(Math.max(needed, this.#bytes.length * GROWTH));
    bytes.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = bytes;
  }
}
