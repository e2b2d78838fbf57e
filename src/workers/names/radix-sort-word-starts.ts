import type { Cooperative } from '../../actors/runtime/slices.js';
import { FOLDED_BYTES } from './folded-bytes.js';
import { type CountDigits, MIN_RADIX, radixSort } from './radix-sort.js';
import { SORTED_BYTES } from './sorted-bytes.js';

/**
 * Sorts ascending offsets in `bytes` by the `SORTED_BYTES` bytes from there on, ASCII case folded; bytes after the
 * last count as zeros. Stable.
 */
export function* radixSortWordStarts(bytes: Uint8Array, words: Uint32Array): Cooperative<void> {
  if (words.length < MIN_RADIX) {
    words.sort((one, other) => compare(bytes, one, other));
    return;
  }
  yield* radixSort(words, { depth: 0, end: SORTED_BYTES }, (...pass) => {
    countDigits(bytes, ...pass);
  });
}

// A function of its own, because the engine recompiles the code of a closure each time.
function countDigits(
  bytes: Uint8Array,
  ...[depth, words, digits, counts, from, to]: Parameters<CountDigits>
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
