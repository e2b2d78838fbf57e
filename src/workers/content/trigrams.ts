import { steadyParts } from '../scan/needle.js';

// 512 bytes, enough for nearly every source file.
export const SIGNATURE_BITS = 4096;
export const SIGNATURE_WORDS = SIGNATURE_BITS / 32;

const HASH_SHIFT = 32 - Math.log2(SIGNATURE_BITS);
// 2^32 divided by the golden ratio: it spreads what differs in the low bits over the high ones.
const HASH_FACTOR = 0x9e3779b1;

/** ASCII without case; other bytes as they are. */
const FOLD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte,
);

/** Gathers the three-byte pieces of texts, without regard to the case of ASCII, as bits of a signature. */
export class Signer {
  /** A byte for each bit: looked at for every piece, and quicker to reach than a bit. */
  readonly #isSet = new Uint8Array(SIGNATURE_BITS);
  #words = new Uint32Array(SIGNATURE_WORDS);
  #count = 0;

  /** How many bits are set. */
  get count(): number {
    return this.#count;
  }

  /** Adds the pieces of `bytes[start, end)`. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const isSet = this.#isSet;
    let trigram = (FOLD[bytes[start]!]! << 8) | FOLD[bytes[start + 1]!]!;
    for (let at = start + 2; at < end; at++) {
      trigram = ((trigram << 8) | FOLD[bytes[at]!]!) & 0xffffff;
      const bit = bitOf(trigram);
      if (isSet[bit] !== 0) continue;
      isSet[bit] = 1;
      this.#words[bit >>> 5]! |= 1 << (bit & 31);
      this.#count++;
    }
  }

  /** The bits of all that was added since the last call. Shape: `SIGNATURE_WORDS` words, low bits first. */
  take(): Uint32Array {
    const words = this.#words;
    this.#words = new Uint32Array(SIGNATURE_WORDS);
    this.#isSet.fill(0);
    this.#count = 0;
    return words;
  }
}

/**
 * The bits that are set in the signature of every text that contains `literal`, in any case unless `caseSensitive`;
 * none when it is too short to tell.
 */
export function requiredBits(literal: string, caseSensitive: boolean): readonly number[] {
  const bits = new Set<number>();
  for (const piece of steadyParts(literal, caseSensitive)) {
    const bytes = Buffer.from(piece, 'utf8');
    for (let at = 0; at + 2 < bytes.length; at++) {
      bits.add(bitOf((FOLD[bytes[at]!]! << 16) | (FOLD[bytes[at + 1]!]! << 8) | FOLD[bytes[at + 2]!]!));
    }
  }
  return [...bits];
}

function bitOf(trigram: number): number {
  return Math.imul(trigram, HASH_FACTOR) >>> HASH_SHIFT;
}
