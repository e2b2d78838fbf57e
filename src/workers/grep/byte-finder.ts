import byteSearch from './byte-search.wat';
import { loadProgram, PAGE_BYTES } from './load-program.js';
import type { Needle } from '../regex/needle.js';

interface Program {
  /** See `byte-search.wat`. */
  readonly find: (
    slot: number,
    length: number,
    first: number,
    second: number,
    at: number,
    last: number,
  ) => number;
}

/** A needle in its slot, with the places of its two rarest bytes. */
interface Slot {
  readonly start: number;
  readonly length: number;
  readonly first: number;
  readonly second: number;
}

/** Where in its slot a needle's mask starts, which is as long as the needle: 0x20 at a letter of either case, else 0. */
const MASK_START = 256;
// A needle and its mask.
const SLOT_BYTES = 2 * MASK_START;
// The program reads whole blocks, so it may read beyond the last byte.
const SPARE_BYTES = PAGE_BYTES;
// The most frequent bytes of source code, most frequent first. All others are rarer.
const FREQUENT = Buffer.from(' etransio\n_lcpdumf,h\'.)(gy*b/:Tv"IxE;S=w-RCAPNk\tLO0{}>#M1D', 'latin1');
const CASE_BIT = 0x20;

/** Finds texts in bytes, at 30 GB/s where the processor has SIMD instructions. */
export class ByteFinder {
  /** Bytes in this buffer are searched without being copied. */
  readonly buffer: Buffer;
  readonly #memory: ArrayBuffer;
  readonly #program: Program | null;
  #needles: readonly Needle[] = [];
  #slots: readonly Slot[] = [];

  /** `code` is for tests: `null` is a machine that cannot run it. */
  constructor(bufferBytes = 1 << 16, code: Uint8Array | null = byteSearch) {
    const loaded = loadProgram<Program>(code, PAGE_BYTES + bufferBytes + SPARE_BYTES);
    this.#program = loaded?.program ?? null;
    this.#memory = loaded?.memory ?? new ArrayBuffer(PAGE_BYTES + bufferBytes);
    this.buffer = Buffer.from(this.#memory, PAGE_BYTES, bufferBytes);
  }

  /** Whether one of at most 128 needles may be in `bytes`; never `false` when one is. */
  mayContain(bytes: Buffer, needles: readonly Needle[]): boolean {
    if (this.#program === null)
      return needles.some((needle) => !needle.caseSensitive || bytes.includes(needle.bytes));
    if (needles !== this.#needles) this.#prepare(needles);
    if (bytes.buffer === this.#memory) return this.#find(this.#program, bytes.byteOffset, bytes.length);
    for (let start = 0; start < bytes.length; start += this.buffer.length - MASK_START) {
      const copied = bytes.copy(this.buffer, 0, start);
      if (this.#find(this.#program, PAGE_BYTES, copied)) return true;
    }
    return false;
  }

  /**
   * A function that returns the place of the next needle at or after a place in `bytes`, -1 when there is none.
   * `undefined` when the fast search is unavailable or `bytes` do not lie in `buffer`.
   * Shape: successive calls must pass increasing places.
   */
  placesIn(bytes: Buffer, needles: readonly Needle[]): ((from: number) => number) | undefined {
    const program = this.#program;
    if (program === null || bytes.buffer !== this.#memory) return undefined;
    if (needles !== this.#needles) this.#prepare(needles);
    const { byteOffset, length } = bytes;
    // The next place of each needle, so that a rare needle is not searched for again at each call.
    const ahead = this.#slots.map(() => -1);
    return (from) => {
      let next = -1;
      for (const [index, slot] of this.#slots.entries()) {
        let place = ahead[index]!;
        if (place < from) {
          const last = byteOffset + length - slot.length;
          const found = findSlot(program, slot, byteOffset + from, last);
          place = found < 0 ? length : found - byteOffset;
          ahead[index] = place;
        }
        if (place < length && (next < 0 || place < next)) next = place;
      }
      return next;
    };
  }

  #find(program: Program, start: number, count: number): boolean {
    return this.#slots.some((slot) => findSlot(program, slot, start, start + count - slot.length) >= 0);
  }

  #prepare(needles: readonly Needle[]): void {
    const slots = Buffer.from(this.#memory, 0, PAGE_BYTES);
    this.#needles = needles;
    this.#slots = needles.map(({ bytes, caseSensitive }, index) => {
      const start = index * SLOT_BYTES;
      // Text that contains the whole needle contains its beginning.
      const head = bytes.subarray(0, MASK_START);
      slots.set(head, start);
      for (const [place, byte] of head.entries()) {
        const hasCase = !caseSensitive && byte >= 0x61 && byte <= 0x7a;
        slots[start + MASK_START + place] = hasCase ? CASE_BIT : 0;
      }
      const [first = 0, second = first] = [...head.keys()].sort(
        (a, b) => rarity(head[b]!) - rarity(head[a]!),
      );
      return { start, length: head.length, first, second };
    });
  }
}

/** The first place of a needle from `at` to `last`; -1 when there is none. */
function findSlot({ find }: Program, slot: Slot, at: number, last: number): number {
  return find(slot.start, slot.length, slot.first, slot.second, at, last);
}

function rarity(byte: number): number {
  const rank = FREQUENT.indexOf(byte);
  return rank < 0 ? FREQUENT.length : rank;
}
