import { SIGNATURE_BITS, SIGNATURE_WORDS } from '../grep/signer.js';

// Rows in one word: one bit of each.
const WORD_ROWS = 32;
// 256 bytes for each bit. Smaller runs are no faster to read, and a larger block does not fit the processor's cache
// while its rows are written.
const BLOCK_ROWS = 2048;
const COLUMN_WORDS = BLOCK_ROWS / WORD_ROWS;
const BLOCK_BYTES = SIGNATURE_BITS * COLUMN_WORDS * Uint32Array.BYTES_PER_ELEMENT;

/** The arrays of a table, for the disk. Shape: see `SignatureTable`. */
export interface CapturedTable {
  readonly newest: Uint32Array<ArrayBuffer>;
  readonly blocks: readonly Uint32Array<ArrayBuffer>[];
}

/**
 * Signatures, stored by column: the values of one bit in 2048 rows lie together, so that a query for a dozen bits
 * reads a dozen runs of each block.
 */
export class SignatureTable {
  /** Shape: word `bit * COLUMN_WORDS + (row >>> 5)` holds a bit of 32 rows, low rows first. */
  readonly #blocks: Uint32Array<ArrayBuffer>[] = [];
  /**
   * Rows that wait until there are 32 of them, because writing 32 rows takes as long as writing one.
   * Shape: `SIGNATURE_WORDS` words each, from row `#placed` on.
   */
  readonly #newest = new Uint32Array(WORD_ROWS * SIGNATURE_WORDS);
  readonly #free: number[] = [];
  #placed = 0;
  #limit = 0;

  /** Returns views of the arrays. */
  capture(): CapturedTable {
    return { newest: this.#newest, blocks: this.#blocks };
  }

  /** Fills an empty table from captured arrays, without a copy. Returns false when they do not have the shape of `rows` rows. */
  restore({ newest, blocks }: CapturedTable, rows: number): boolean {
    const placed = rows - (rows % WORD_ROWS);
    const isWhole =
      newest.length === this.#newest.length &&
      blocks.length === Math.ceil(placed / BLOCK_ROWS) &&
      blocks.every((block) => block.length === SIGNATURE_BITS * COLUMN_WORDS);
    if (!isWhole) return false;
    this.#newest.set(newest);
    for (const item of blocks) this.#blocks.push(item);
    this.#placed = placed;
    this.#limit = rows;
    return true;
  }

  /** The memory taken with `moreRows` more rows. Units: bytes. */
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

  /** Frees a row for reuse. Until it is reused, `find` may still return it. */
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

  /** Reading the rarest bits first shows soonest that a block has no row with all bits. */
  #rarestFirst(bits: readonly number[]): readonly number[] {
    const [sample] = this.#blocks;
    if (sample === undefined) return bits;
    const counts = new Map(bits.map((bit) => [bit, countRows(sample, bit)]));
    return bits.toSorted((a, b) => counts.get(a)! - counts.get(b)!);
  }

  /** Moves the newest rows into columns. */
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

/** Transposes a square of 32 x 32 bits in place. Source: Warren, Hacker's Delight, 7-3. */
function transpose(square: Uint32Array): void {
  for (let width = 16, low = 0xffff; width > 0; width >>>= 1, low ^= low << width) {
    for (let row = 0; row < WORD_ROWS; row = ((row | width) + 1) & ~width) {
      const swapped = ((square[row]! >>> width) ^ square[row | width]!) & low;
      square[row]! ^= swapped << width;
      square[row | width]! ^= swapped;
    }
  }
}

/** Sets `rows` to the rows of a block that have all of `bits`, and returns whether there are any. */
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
