/** A set of numbers from 0 up. Shape: 32 of them in each element. */
export type Bits = Uint32Array<ArrayBuffer>;

/** An empty set with room for the numbers below `limit`. */
export function bitsFor(limit: number): Bits {
  return new Uint32Array((limit + 31) >>> 5);
}

export function hasBit(bits: Bits, number: number): boolean {
  return (bits[number >>> 5]! & (1 << (number & 31))) !== 0;
}

export function setBit(bits: Bits, number: number): void {
  bits[number >>> 5]! |= 1 << (number & 31);
}

export function clearBit(bits: Bits, number: number): void {
  bits[number >>> 5]! &= ~(1 << (number & 31));
}

/** Adds all numbers of `[from, to)`, and returns how many were not in the set. */
export function setRange(bits: Bits, from: number, to: number): number {
  let added = 0;
  for (let start = from; start < to;) {
    const element = start >>> 5;
    const end = Math.min(to, (element + 1) << 5);
    // All ones at the places of `[start, end)` within the element.
    const mask = (-1 << (start & 31)) & (-1 >>> (31 - ((end - 1) & 31)));
    added += countOnes(mask & ~bits[element]!);
    bits[element]! |= mask;
    start = end;
  }
  return added;
}

function countOnes(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
