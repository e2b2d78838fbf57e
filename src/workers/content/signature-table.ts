import { SIGNATURE_BITS, SIGNATURE_WORDS } from '../grep/signer.js';

// Bits of a word.
const WORD_ROWS = 32;
// 256 bytes a bit: fewer are as slow to fetch as these, and a block of more leaves the processor's cache while its rows
// are written.
const BLOCK_ROWS = 2048;
const COLUMN_WORDS = BLOCK_ROWS / WORD_ROWS;
const BLOCK_BYTES = SIGNATURE_BITS * COLUMN_WORDS * Uint32Array.BYTES_PER_ELEMENT;

/** A table as it is kept. Shape: see `SignatureTable`. */
export interface CapturedTable {
  readonly newest: Uint32Array<ArrayBuffer>;
  readonly blocks: readonly Uint32Array<ArrayBuffer>[];
}

/**
 * Signatures, in columns: one bit of 2048 rows lies together, so that a question about a dozen bits reads a
 * dozen runs of each block.
 */
export class SignatureTable {
  /** Shape: word `bit * COLUMN_WORDS + (row >>> 5)` holds a bit of 32 rows, low rows first. */
  readonly #blocks: Uint32Array<ArrayBuffer>[] = [];
  /**
   * Rows that wait until there are 32 of them, as all of a word are written as fast as one.
   * Shape: `SIGNATURE_WORDS` words each, from row `#placed` on.
   */
  readonly #newest = new Uint32Array(WORD_ROWS * SIGNATURE_WORDS);
  readonly #free: number[] = [];
  #placed = 0;
  #limit = 0;

  /** Views of it. */
  capture(): CapturedTable {
    return { newest: this.#newest, blocks: this.#blocks };
  }

  /** Takes the place of an empty table, with views of what was captured. Whether that has the shape of `rows` rows. */
  restore({ newest, blocks }: CapturedTable, rows: number): boolean {
    const placed = rows - (rows % WORD_ROWS);
    const isWhole =
      newest.length === this.#newest.length &&
      blocks.length === Math.ceil(placed / BLOCK_ROWS) &&
      blocks.every((block) => block.length === SIGNATURE_BITS * COLUMN_WORDS);
    if (!isWhole) return false;
    this.#newest.set(newest);
    this.#blocks.push(...blocks);
    this.#placed = placed;
    this.#limit = rows;
    return true;
  }

  /** What it takes, or would take with more rows. */
  bytesWith(moreRows: number): number {
    const rows = this.#limit + Math.max(0, moreRows - this.#free.length);
    return Math.ceil(rows / BLOCK_ROWS) * BLOCK_BYTES;
  }

  /** Adds a signature and returns its row. Shape: `SIGNATURE_WORDS` words of `words` from `at` on. */
  add(words: Uint32Array, at: number): number {
    const signature = words.subarray(at, at + SIGNATURE_WORDS);
    const recycled = this.#free.pop();
    if (recycled !== undefined && recycled < this.#placed) {
      this.#replace(recycled, signature);
      return recycled;
    }
    const row = recycled ?? this.#limit++;
    this.#newest.set(signature, (row - this.#placed) * SIGNATURE_WORDS);
    if (this.#limit - this.#placed === WORD_ROWS) this.#place();
    return row;
  }

  /** Gives a row back. Until it is taken again, `find` may still name it. */
  remove(row: number): void {
    this.#free.push(row);
  }

  /** The rows that have all of `bits`, in order. */
  find(bits: readonly number[]): number[] {
    const found: number[] = [];
    const rows = new Uint32Array(COLUMN_WORDS);
    const rarestFirst = this.#rarestFirst(bits);
    for (const [index, block] of this.#blocks.entries()) {
      if (!intersect(block, rarestFirst, rows)) continue;
      const first = index * BLOCK_ROWS;
      for (let word = 0; word < COLUMN_WORDS; word++) {
        for (let rest = rows[word]!; rest !== 0; rest &= rest - 1) {
          const row = first + word * WORD_ROWS + lowestBit(rest);
          if (row < this.#placed) found.push(row);
        }
      }
    }
    for (let row = this.#placed; row < this.#limit; row++) {
      const at = (row - this.#placed) * SIGNATURE_WORDS;
      if (bits.every((bit) => (this.#newest[at + (bit >>> 5)]! & (1 << (bit & 31))) !== 0)) found.push(row);
    }
    return found;
  }

  /** In a block without a row that has all bits, fewer of them are read until that is known. */
  #rarestFirst(bits: readonly number[]): readonly number[] {
    const [sample] = this.#blocks;
    if (sample === undefined) return bits;
    const counts = new Map(bits.map((bit) => [bit, countRows(sample, bit)]));
    return bits.toSorted((a, b) => counts.get(a)! - counts.get(b)!);
  }

  /** Brings the newest rows into columns. */
  #place(): void {
    const block = this.#blockOf(this.#placed);
    const column = columnOf(this.#placed);
    const square = new Uint32Array(WORD_ROWS);
    for (let word = 0; word < SIGNATURE_WORDS; word++) {
      for (let row = 0; row < WORD_ROWS; row++) square[row] = this.#newest[row * SIGNATURE_WORDS + word]!;
      transpose(square);
      for (let bit = 0; bit < 32; bit++) block[((word << 5) | bit) * COLUMN_WORDS + column] = square[bit]!;
    }
    this.#placed = this.#limit;
  }

  #replace(row: number, signature: Uint32Array): void {
    const block = this.#blockOf(row);
    const column = columnOf(row);
    const mask = 1 << (row % WORD_ROWS);
    for (let bit = 0, place = column; bit < SIGNATURE_BITS; bit++, place += COLUMN_WORDS) {
      const isSet = (signature[bit >>> 5]! >>> (bit & 31)) & 1;
      block[place] = (block[place]! & ~mask) | (-isSet & mask);
    }
  }

  #blockOf(row: number): Uint32Array {
    return (this.#blocks[Math.floor(row / BLOCK_ROWS)] ??= new Uint32Array(SIGNATURE_BITS * COLUMN_WORDS));
  }
}

function columnOf(row: number): number {
  return (row % BLOCK_ROWS) >>> 5;
}

/** Makes 32 words' bits of one place the word of that place. Source: Warren, Hacker's Delight, 7-3. */
function transpose(square: Uint32Array): void {
  for (let width = 16, low = 0xffff; width > 0; width >>>= 1, low ^= low << width) {
    for (let row = 0; row < WORD_ROWS; row = ((row | width) + 1) & ~width) {
      const swapped = ((square[row]! >>> width) ^ square[row | width]!) & low;
      square[row]! ^= swapped << width;
      square[row | width]! ^= swapped;
    }
  }
}

/** Leaves in `rows` the rows of a block that have all of `bits`, and says whether there are any. */
function intersect(block: Uint32Array, bits: readonly number[], rows: Uint32Array): boolean {
  rows.fill(0xffffffff);
  for (const bit of bits) {
    const start = bit * COLUMN_WORDS;
    let any = 0;
    for (let word = 0; word < COLUMN_WORDS; word++) any |= rows[word]! &= block[start + word]!;
    if (any === 0) return false;
  }
  return true;
}

/** How many rows of a block have a bit. */
function countRows(block: Uint32Array, bit: number): number {
  let count = 0;
  for (let at = bit * COLUMN_WORDS; at < (bit + 1) * COLUMN_WORDS; at++) {
    for (let rest = block[at]!; rest !== 0; rest &= rest - 1) count++;
  }
  return count;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
