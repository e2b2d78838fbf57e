import { FOLDED_BYTES } from './folded-bytes.js';
import { inSlices, type Sliced } from '../../actors/runtime/slices.js';
import { SORTED_BYTES } from './sorted-bytes.js';

const DIGIT_BYTES = 2;
const DIGITS = 0x100 ** DIGIT_BYTES;
// Fewer are sorted by comparing them before all digits are counted, and in less than a millisecond.
const MIN_DEALT = 2048;

/**
 * Sorts ascending places in `bytes` by the `SORTED_BYTES` bytes from there on, ASCII case folded; behind the last one
 * are zeros. Equal ones stay in their order.
 */
export function* sortWords(bytes: Uint8Array, words: Uint32Array): Sliced<void> {
  if (words.length < MIN_DEALT) {
    words.sort((one, other) => compare(bytes, one, other));
    return;
  }
  // From the last digit to the first: each pass keeps the order of the one before where its own digit is the same.
  for (let depth = SORTED_BYTES - DIGIT_BYTES; depth >= 0; depth -= DIGIT_BYTES) {
    yield* deal(bytes, words, depth);
  }
}

/** Puts words in the order of their digit at `depth`. */
function* deal(bytes: Uint8Array, words: Uint32Array, depth: number): Sliced<void> {
  const undealt = words.slice();
  const digits = new Uint16Array(words.length);
  const next = new Uint32Array(DIGITS + 1);
  yield* inSlices(words.length, (from, to) => {
    countDigits(bytes, undealt, depth, digits, next, from, to);
  });
  addUp(next);
  yield* inSlices(words.length, (from, to) => {
    dealWords(digits, undealt, next, words, from, to);
  });
}

// Loops are functions of their own: what is compiled of a closure is lost with it.

function dealWords(
  digits: Uint16Array,
  undealt: Uint32Array,
  next: Uint32Array,
  words: Uint32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) words[next[digits[at]!]!++] = undealt[at]!;
}

function addUp(counts: Uint32Array): void {
  for (let digit = 1; digit < counts.length; digit++) counts[digit]! += counts[digit - 1]!;
}

function countDigits(
  bytes: Uint8Array,
  words: Uint32Array,
  depth: number,
  digits: Uint16Array,
  counts: Uint32Array,
  from: number,
  to: number,
): void {
  const end = bytes.length;
  for (let at = from; at < to; at++) {
    const place = words[at]! + depth;
    const high = place < end ? FOLDED_BYTES[bytes[place]!]! : 0;
    const low = place + 1 < end ? FOLDED_BYTES[bytes[place + 1]!]! : 0;
    const digit = high * 0x100 + low;
    digits[at] = digit;
    counts[digit + 1]!++;
  }
}

function compare(bytes: Uint8Array, one: number, other: number): number {
  for (let at = 0; at < SORTED_BYTES; at++) {
    const difference = byteAt(bytes, one + at) - byteAt(bytes, other + at);
    if (difference !== 0) return difference;
  }
  return one - other;
}

function byteAt(bytes: Uint8Array, place: number): number {
  return place < bytes.length ? FOLDED_BYTES[bytes[place]!]! : 0;
}
