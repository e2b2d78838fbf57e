import { compareNames, foldByte, type NameBytes } from './compare-names.js';

// Fewer names sort faster by insertion.
const INSERTION_LENGTH = 16;

/**
 * Sorts the numbers of names in the order of a `NameTable`. The names must have their first `depth` folded bytes in
 * common, or end before.
 */
export function sortNames(names: NameBytes, numbers: Uint32Array, depth: number): void {
  if (numbers.length > INSERTION_LENGTH) {
    numbers.sort((a, b) => compareBehind(names, a, b, depth));
    return;
  }
  for (let next = 1; next < numbers.length; next++) {
    const number = numbers[next]!;
    let at = next;
    for (; at > 0 && compareBehind(names, number, numbers[at - 1]!, depth) < 0; at--) {
      numbers[at] = numbers[at - 1]!;
    }
    numbers[at] = number;
  }
}

function compareBehind(names: NameBytes, a: number, b: number, depth: number): number {
  const { bytes, starts } = names;
  const startA = starts[a]! + depth;
  const startB = starts[b]! + depth;
  const shorter = Math.min(starts[a + 1]! - startA, starts[b + 1]! - startB);
  for (let at = 0; at < shorter; at++) {
    const difference = foldByte(bytes[startA + at]!) - foldByte(bytes[startB + at]!);
    if (difference !== 0) return difference;
  }
  return compareNames(names, a, names, b);
}
