// Above this share of used slots linear probing gets slow; below it memory is wasted.
const MAX_LOAD = 0.75;

/** Room for so many numbers above 0 in a hash table with linear probing; 0 marks a free slot, and one always is. */
export function slotsFor(count: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(Math.ceil(count / MAX_LOAD) + 1);
}

/** The slot to look at first. */
export function homeOf(hash: number, slots: number): number {
  return Math.floor(((hash >>> 0) / 2 ** 32) * slots);
}
