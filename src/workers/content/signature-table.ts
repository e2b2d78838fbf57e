import { SIGNATURE_BITS, SIGNATURE_WORDS } from './trigrams.js';

// A block of 128 KB stays in the processor's cache while its rows are written.
const BLOCK_ROWS = 256;
const COLUMN_WORDS = BLOCK_ROWS / 32;
const BLOCK_BYTES = SIGNATURE_BITS * COLUMN_WORDS * Uint32Array.BYTES_PER_ELEMENT;

/**
 * Signatures, in columns: one bit of 256 rows lies together, so that a question about a dozen bits reads a dozen
 * short runs of each block.
 */
export class SignatureTable {
  /** Shape: word `bit * COLUMN_WORDS + (row >>> 5)` holds a bit of 32 rows, low rows first. */
  readonly #blocks: Uint32Array[] = [];
  readonly #free: number[] = [];
  #limit = 0;

  /** What it takes, or would take with more rows. */
  bytesWith(moreRows: number): number {
    const rows = this.#limit + Math.max(0, moreRows - this.#free.length);
    return Math.ceil(rows / BLOCK_ROWS) * BLOCK_BYTES;
  }

  /** Adds a signature and returns its row. Shape: `SIGNATURE_WORDS` words of `words` from `at` on. */
  add(words: Uint32Array, at: number): number {
    const recycled = this.#free.pop();
    const row = recycled ?? this.#limit++;
    const block = (this.#blocks[Math.floor(row / BLOCK_ROWS)] ??= new Uint32Array(
      SIGNATURE_BITS * COLUMN_WORDS,
    ));
    const column = (row % BLOCK_ROWS) >>> 5;
    const mask = 1 << (row & 31);
    if (recycled !== undefined) {
      for (let place = column; place < block.length; place += COLUMN_WORDS) block[place]! &= ~mask;
    }
    for (let word = 0; word < SIGNATURE_WORDS; word++) {
      for (let rest = words[at + word]!; rest !== 0; rest &= rest - 1) {
        block[((word << 5) | lowestBit(rest)) * COLUMN_WORDS + column]! |= mask;
      }
    }
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
    for (const [index, block] of this.#blocks.entries()) {
      if (!intersect(block, bits, rows)) continue;
      const first = index * BLOCK_ROWS;
      for (let word = 0; word < COLUMN_WORDS; word++) {
        for (let rest = rows[word]!; rest !== 0; rest &= rest - 1) {
          const row = first + word * 32 + lowestBit(rest);
          if (row < this.#limit) found.push(row);
        }
      }
    }
    return found;
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

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
