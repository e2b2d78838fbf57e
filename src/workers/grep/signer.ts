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

/** Computes the signature of a text: a Bloom filter of its n-grams of three and four bytes, ignoring ASCII case. */
export class Signer {
  /** One byte for each bit of the signature, because setting a byte is faster than setting a bit. */
  readonly #isSet = new Uint8Array(SIGNATURE_BITS);
  readonly #fours = new Uint32Array(this.#isSet.buffer);
  #count = 0;

  /** How many bits are set. */
  get count(): number {
    return this.#count;
  }

  /** Adds the n-grams of `bytes[start, end)`, and one of a zero and the first three bytes. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const isSet = this.#isSet;
    let count = this.#count;
    let piece = (FOLD[bytes[start]!]! << 8) | FOLD[bytes[start + 1]!]!;
    for (let at = start + 2; at < end; at++) {
      piece = (piece << 8) | FOLD[bytes[at]!]!;
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

  /** Returns the signature of everything added since the last call. Shape: `SIGNATURE_WORDS` words, low bits first. */
  take(): Uint32Array {
    const words = new Uint32Array(SIGNATURE_WORDS);
    for (let word = 0, at = 0; word < SIGNATURE_WORDS; word++) {
      let bits = 0;
      for (let shift = 0; shift < 32; shift += 4) bits |= fourBits(this.#fours[at++]!) << shift;
      words[word] = bits;
    }
    this.#isSet.fill(0);
    this.#count = 0;
    return words;
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

/**
 * Gathers the lowest bits of four bytes, in little-endian order as on all supported processors: the multiplication
 * moves each bit to its own place at the top.
 */
function fourBits(bytes: number): number {
  return Math.imul(bytes, 0x10204080) >>> 28;
}
