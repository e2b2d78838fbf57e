import { foldByte } from '../names/compare-names.js';
import { inSlices, type Sliced } from './slices.js';

// So many are dealt out by their next bytes before they are sorted, so that no step takes long.
const MIN_DEALT = 4096;
const DEALT_BYTES = 2;
const BUCKETS = 0x100 ** DEALT_BYTES;
// A key is so many folded bytes with the place they come from behind them: as a number that is exact.
const KEY_BYTES = 5;
const PLACES = MIN_DEALT;
// Fewer words sort faster by insertion.
const INSERTION_LENGTH = 12;
// As many words as are sorted in a millisecond.
const STEP = 4096;

/** Sorts places in `bytes` by the bytes from there on, ASCII case folded; behind the last one are zeros. */
export function* sortWords(bytes: Uint8Array, words: Uint32Array, depth = 0): Sliced<void> {
  if (words.length < MIN_DEALT) {
    sortFrom(bytes, words, depth);
    return;
  }
  const starts = yield* deal(bytes, words, depth);
  let sorted = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const start = starts[bucket]!;
    const end = starts[bucket + 1]!;
    if (end - start > 1) yield* sortWords(bytes, words.subarray(start, end), depth + DEALT_BYTES);
    if (end - sorted < STEP) continue;
    sorted = end;
    yield;
  }
}

/** Puts `words` in the order of their bytes at `depth`, and returns where each bucket starts. */
function* deal(bytes: Uint8Array, words: Uint32Array, depth: number): Sliced<Uint32Array> {
  const undealt = words.slice();
  const starts = new Uint32Array(BUCKETS + 1);
  yield* inSlices(words.length, (from, to) => {
    for (let at = from; at < to; at++) starts[keyAt(bytes, undealt[at]! + depth, DEALT_BYTES) + 1]!++;
  });
  for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const next = starts.slice();
  yield* inSlices(words.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const word = undealt[at]!;
      words[next[keyAt(bytes, word + depth, DEALT_BYTES)]!++] = word;
    }
  });
  return starts;
}

/** `depth` is how many folded bytes all of them have in common. */
function sortFrom(bytes: Uint8Array, words: Uint32Array, depth: number): void {
  const count = words.length;
  if (count <= INSERTION_LENGTH) {
    insertionSort(bytes, words, depth);
    return;
  }
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    keys[place] = keyAt(bytes, words[place]! + depth, KEY_BYTES) * PLACES + place;
  }
  // Without a function to compare them, which makes it fast.
  keys.sort();
  const unsorted = words.slice();
  let start = 0;
  let startKey = Math.floor(keys[0]! / PLACES);
  for (let place = 0; place < count; place++) {
    const key = Math.floor(keys[place]! / PLACES);
    words[place] = unsorted[keys[place]! - key * PLACES]!;
    if (key === startKey) continue;
    if (place - start > 1) sortFrom(bytes, words.subarray(start, place), depth + KEY_BYTES);
    start = place;
    startKey = key;
  }
  if (count - start > 1) sortFrom(bytes, words.subarray(start), depth + KEY_BYTES);
}

/** The folded bytes at a place as one number. */
function keyAt(bytes: Uint8Array, start: number, length: number): number {
  let key = 0;
  for (let at = start; at < start + length; at++) {
    key = key * 0x100 + (at < bytes.length ? foldByte(bytes[at]!) : 0);
  }
  return key;
}

function insertionSort(bytes: Uint8Array, words: Uint32Array, depth: number): void {
  for (let next = 1; next < words.length; next++) {
    const word = words[next]!;
    let at = next;
    while (at > 0 && compareFrom(bytes, words[at - 1]! + depth, word + depth) > 0) {
      words[at] = words[at - 1]!;
      at--;
    }
    words[at] = word;
  }
}

function compareFrom(bytes: Uint8Array, one: number, other: number): number {
  const length = bytes.length - Math.max(one, other);
  for (let at = 0; at < length; at++) {
    const difference = foldByte(bytes[one + at]!) - foldByte(bytes[other + at]!);
    if (difference !== 0) return difference;
  }
  return other - one;
}
