import { foldByte } from '../names/compare-names.js';
import type { Sliced } from './slices.js';

/** Pieces of text to be sorted. */
export interface Words {
  /** Shape: UTF-8. */
  readonly bytes: Uint8Array;
  /** By number: where each word starts and ends. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

// A key is so many folded bytes of a word with its place in 21 bits: as a number that is exact.
const KEY_BYTES = 4;
const PLACES = 2 ** 21;
// Fewer words sort faster by insertion.
const INSERTION_LENGTH = 12;
// So many are dealt out by their first bytes before they are sorted, so that no step takes long.
const MIN_DEALT = 8192;
const DEALT_BYTES = 2;
const BUCKETS = 0x100 ** DEALT_BYTES;
// As many words as are sorted in a millisecond.
const STEP = 8192;

/** The numbers of words in the order of their bytes, ASCII case folded; those that are alike by their numbers. */
export function* sortWords(words: Words): Sliced<Uint32Array<ArrayBuffer>> {
  const count = words.starts.length;
  const order = new Uint32Array(count);
  if (count < MIN_DEALT) {
    for (let number = 0; number < count; number++) order[number] = number;
    sortFrom(words, order, 0);
    return order;
  }
  const starts = deal(words, order);
  let sorted = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const end = starts[bucket + 1]!;
    const start = starts[bucket]!;
    if (end - start > 1) sortFrom(words, order.subarray(start, end), DEALT_BYTES);
    if (end - sorted < STEP) continue;
    sorted = end;
    yield;
  }
  return order;
}

/** Fills `order` by the words' first bytes, and returns where each bucket starts. */
function deal(words: Words, order: Uint32Array): Uint32Array {
  const count = order.length;
  const starts = new Uint32Array(BUCKETS + 1);
  for (let number = 0; number < count; number++) starts[keyAt(words, number, 0, DEALT_BYTES) + 1]!++;
  for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const next = starts.slice();
  for (let number = 0; number < count; number++) {
    order[next[keyAt(words, number, 0, DEALT_BYTES)]!++] = number;
  }
  return starts;
}

/** `depth` is how many folded bytes all of them have in common. Equal ones stay in their order. */
function sortFrom(words: Words, numbers: Uint32Array, depth: number): void {
  const count = numbers.length;
  if (count <= INSERTION_LENGTH) {
    insertionSort(words, numbers, depth);
    return;
  }
  if (count > PLACES) {
    numbers.sort((a, b) => compareFrom(words, a, b, depth));
    return;
  }
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    keys[place] = keyAt(words, numbers[place]!, depth, KEY_BYTES) * PLACES + place;
  }
  // Without a function to compare them, which makes it fast.
  keys.sort();
  const unsorted = numbers.slice();
  let start = 0;
  let startKey = Math.floor(keys[0]! / PLACES);
  for (let place = 0; place <= count; place++) {
    const key = place === count ? -1 : Math.floor(keys[place]! / PLACES);
    if (key !== startKey) {
      // A word that has ended is like all others of its key.
      const isEnded = startKey % 0x100 === 0;
      if (!isEnded && place - start > 1) sortFrom(words, numbers.subarray(start, place), depth + KEY_BYTES);
      start = place;
      startKey = key;
    }
    if (place < count) numbers[place] = unsorted[keys[place]! - key * PLACES]!;
  }
}

/** The folded bytes from `depth` on as one number, 0 behind the end. */
function keyAt({ bytes, starts, ends }: Words, number: number, depth: number, length: number): number {
  const end = ends[number]!;
  const start = starts[number]! + depth;
  let key = 0;
  for (let at = start; at < start + length; at++) key = key * 0x100 + (at < end ? foldByte(bytes[at]!) : 0);
  return key;
}

function compareFrom({ bytes, starts, ends }: Words, a: number, b: number, depth: number): number {
  const end = ends[a]!;
  const otherEnd = ends[b]!;
  let at = starts[a]! + depth;
  let other = starts[b]! + depth;
  while (at < end && other < otherEnd) {
    const difference = foldByte(bytes[at++]!) - foldByte(bytes[other++]!);
    if (difference !== 0) return difference;
  }
  return end - at - (otherEnd - other);
}

function insertionSort(words: Words, numbers: Uint32Array, depth: number): void {
  for (let next = 1; next < numbers.length; next++) {
    const number = numbers[next]!;
    let at = next;
    while (at > 0 && compareFrom(words, numbers[at - 1]!, number, depth) > 0) {
      numbers[at] = numbers[at - 1]!;
      at--;
    }
    numbers[at] = number;
  }
}
