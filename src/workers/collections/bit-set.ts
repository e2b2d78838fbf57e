/** A bit set of non-negative integers. Shape: 32 bits in each element. */
export type BitSet = Uint32Array<ArrayBuffer>;

/** An empty set with room for the numbers below `limit`. */
export function allocateBitSet(limit: number): BitSet {
  return new Uint32Array((limit + 31) >>> 5);
}

export function hasBit(bits: BitSet, number: number): boolean {
  return (bits[number >>> 5]! & (1 << (number & 31))) !== 0;
}

export function setBit(bits: BitSet, number: number): void {
  bits[number >>> 5]! |= 1 << (number & 31);
}

export function clearBit(bits: BitSet, number: number): void {
  bits[number >>> 5]! &= ~(1 << (number & 31));
}

/** How many numbers of `[from, to)` are not in the set. */
export function countFree(bits: BitSet, from: number, to: number): number {
  let free = 0;
  for (let start = from; start < to; start = endOfElement(start, to)) {
    free += countOnes(maskOf(start, endOfElement(start, to)) & ~bits[start >>> 5]!);
  }
  return free;
}

/** Adds all numbers of `[from, to)`, and returns how many were not in the set. */
export function setRange(bits: BitSet, from: number, to: number): number {
  const added = countFree(bits, from, to);
  for (let start = from; start < to; start = endOfElement(start, to)) {
    bits[start >>> 5]! |= maskOf(start, endOfElement(start, to));
  }
  return added;
}

function endOfElement(start: number, to: number): number {
  return Math.min(to, ((start >>> 5) + 1) << 5);
}

/** The bits of `[start, end)`, which must lie in one element. */
function maskOf(start: number, end: number): number {
  return (-1 << (start & 31)) & (-1 >>> (31 - ((end - 1) & 31)));
}

function countOnes(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
