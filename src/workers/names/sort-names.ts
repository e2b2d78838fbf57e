import { compareNames, foldByte, type NameBytes } from './compare-names.js';

// A key is so many folded bytes of a name with its place in 21 bits: as a number that is exact.
const KEY_BYTES = 4;
const PLACES = 2 ** 21;
// Fewer names sort faster by insertion.
const INSERTION_LENGTH = 16;

/**
 * Sorts the numbers of names into the order of a `NameTable`.
 * Cost: 10 ms for 100,000 names.
 */
export function sortNames(names: NameBytes, numbers: Uint32Array): void {
  sortFrom(names, numbers, 0);
}

/** `depth` is how many folded bytes all of them have in common. */
function sortFrom(names: NameBytes, numbers: Uint32Array, depth: number): void {
  const count = numbers.length;
  if (count <= INSERTION_LENGTH) {
    insertionSort(names, numbers, depth);
    return;
  }
  if (count > PLACES) {
    sortByComparing(names, numbers);
    return;
  }
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    keys[place] = keyAt(names, numbers[place]!, depth) * PLACES + place;
  }
  // Without a function to compare them, which makes it fast.
  keys.sort();
  const unsorted = numbers.slice();
  let start = 0;
  let startKey = Math.floor(keys[0]! / PLACES);
  for (let place = 0; place < count; place++) {
    const key = Math.floor(keys[place]! / PLACES);
    numbers[place] = unsorted[keys[place]! - key * PLACES]!;
    if (key === startKey) continue;
    sortEqual(names, numbers.subarray(start, place), startKey, depth);
    start = place;
    startKey = key;
  }
  sortEqual(names, numbers.subarray(start), startKey, depth);
}

function sortEqual(names: NameBytes, numbers: Uint32Array, key: number, depth: number): void {
  if (numbers.length === 1) return;
  // They have ended: no more of them than ways to write one name in capitals.
  if (key % 0x100 === 0) sortByComparing(names, numbers);
  else sortFrom(names, numbers, depth + KEY_BYTES);
}

/** The folded bytes from `depth` on as one number, 0 behind the end. */
function keyAt({ bytes, starts }: NameBytes, number: number, depth: number): number {
  const end = starts[number + 1]!;
  const start = starts[number]! + depth;
  let key = 0;
  for (let at = start; at < start + KEY_BYTES; at++) {
    key = key * 0x100 + (at < end ? foldByte(bytes[at]!) : 0);
  }
  return key;
}

function sortByComparing(names: NameBytes, numbers: Uint32Array): void {
  numbers.sort((a, b) => compareNames(names, a, names, b));
}

function insertionSort(names: NameBytes, numbers: Uint32Array, depth: number): void {
  for (let next = 1; next < numbers.length; next++) {
    const number = numbers[next]!;
    let at = next;
    while (at > 0 && isBefore(names, number, numbers[at - 1]!, depth)) {
      numbers[at] = numbers[at - 1]!;
      at--;
    }
    numbers[at] = number;
  }
}

function isBefore(names: NameBytes, a: number, b: number, depth: number): boolean {
  const { bytes, starts } = names;
  const startA = starts[a]! + depth;
  const startB = starts[b]! + depth;
  const shorter = Math.min(starts[a + 1]! - startA, starts[b + 1]! - startB);
  for (let at = 0; at < shorter; at++) {
    const difference = foldByte(bytes[startA + at]!) - foldByte(bytes[startB + at]!);
    if (difference !== 0) return difference < 0;
  }
  return compareNames(names, a, names, b) < 0;
}
