import { loadProgram, PAGE_BYTES } from './load-program.js';
import signBytes from './sign-bytes.wat';
import { type Literal, caseInvariantParts } from '../regex/needle.js';

// 512 bytes, enough for some 4 KB of source code.
export const SIGNATURE_BITS = 4096;
export const SIGNATURE_WORDS = SIGNATURE_BITS / 32;

const HASH_SHIFT = 32 - Math.log2(SIGNATURE_BITS);
// Fibonacci hashing: 2^32 divided by the golden ratio spreads differences in the low bits over the high ones.
const THREE_FACTOR = 0x9e3779b1;
// Another odd number, so that the hash of four bytes is independent of that of the three bytes they end with.
const FOUR_FACTOR = 0x85ebca6b;

/** Folds the case of ASCII letters; other bytes stay. */
const FOLD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte,
);

interface Program {
  /** See `sign-bytes.wat`. */
  readonly add: (at: number, end: number, piece: number) => number;
  readonly take: (out: number) => void;
}

// Where `sign-bytes.wat` expects them.
const FOLD_START = SIGNATURE_BITS;
const OUT_START = FOLD_START + FOLD.length;

/** Computes the signature of a text: a Bloom filter of its n-grams of three and four bytes, ignoring ASCII case. */
export class Signer {
  /** Bytes in this buffer are added three times as fast. */
  readonly buffer: Buffer;
  readonly #memory: ArrayBuffer;
  readonly #program: Program | null;
  /** One byte for each bit of the signature, because setting a byte is faster than setting a bit. */
  readonly #isSet: Uint8Array;
  #count = 0;

  /** `code` is for tests: `null` is a machine that cannot run it. */
  constructor(bufferBytes = 0, code: Uint8Array | null = signBytes) {
    const loaded = loadProgram<Program>(code, PAGE_BYTES + bufferBytes);
    this.#program = loaded?.program ?? null;
    this.#memory = loaded?.memory ?? new ArrayBuffer(PAGE_BYTES + bufferBytes);
    this.#isSet = new Uint8Array(this.#memory, 0, SIGNATURE_BITS);
    this.buffer = Buffer.from(this.#memory, PAGE_BYTES, bufferBytes);
    new Uint8Array(this.#memory).set(FOLD, FOLD_START);
  }

  /** How many bits are set. */
  get count(): number {
    return this.#count;
  }

  /** Adds the n-grams of `bytes[start, end)`, and one of a zero and the first three bytes. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const piece = (FOLD[bytes[start]!]! << 8) | FOLD[bytes[start + 1]!]!;
    if (this.#program !== null && bytes.buffer === this.#memory)
      this.#count += this.#program.add(bytes.byteOffset + start + 2, bytes.byteOffset + end, piece);
    else this.#add(bytes, start + 2, end, piece);
  }

  /** Returns the signature of everything added since the last call. Shape: `SIGNATURE_WORDS` words, low bits first. */
  take(): Uint32Array {
    this.#count = 0;
    if (this.#program !== null) {
      this.#program.take(OUT_START);
      return new Uint32Array(this.#memory, OUT_START, SIGNATURE_WORDS).slice();
    }
    const words = new Uint32Array(SIGNATURE_WORDS);
    for (const [bit, isSet] of this.#isSet.entries()) words[bit >>> 5]! |= isSet << (bit & 31);
    this.#isSet.fill(0);
    return words;
  }

  #add(bytes: Uint8Array, at: number, end: number, before: number): void {
    const isSet = this.#isSet;
    let count = this.#count;
    let piece = before;
    for (let next = at; next < end; next++) {
      piece = (piece << 8) | FOLD[bytes[next]!]!;
      // Counts without a branch: new bits are unpredictable, and mispredicted branches would take twice as long.
      const three = bitOfThree(piece);
      count += isSet[three]! ^ 1;
      isSet[three] = 1;
      const four = bitOfFour(piece);
      count += isSet[four]! ^ 1;
      isSet[four] = 1;
    }
    this.#count = count;
  }
}

/** The bits set in the signature of every text that contains `literal`; none when the literal is too short. */
export function requiredBits(literal: Literal): readonly number[] {
  const bits = new Set<number>();
  for (const part of caseInvariantParts(literal)) {
    let piece = 0;
    for (const [at, byte] of Buffer.from(part, 'utf8').entries()) {
      piece = (piece << 8) | FOLD[byte]!;
      if (at >= 2) bits.add(bitOfThree(piece));
      if (at >= 3) bits.add(bitOfFour(piece));
    }
  }
  return [...bits];
}

/** Hashes the three low bytes. */
function bitOfThree(piece: number): number {
  return Math.imul(piece & 0xffffff, THREE_FACTOR) >>> HASH_SHIFT;
}

/** Hashes all four bytes. */
function bitOfFour(piece: number): number {
  return Math.imul(piece ^ (piece >>> 15), FOUR_FACTOR) >>> HASH_SHIFT;
}
