// Above this load factor linear probing gets slow; far below it memory is wasted.
const MAX_LOAD = 0.75;

/**
 * A table for open addressing (linear probing) with room for `count` positive numbers. 0 marks a free slot, and at
 * least one slot stays free.
 */
export function allocateSlots(count: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(Math.ceil(count / MAX_LOAD) + 1);
}

/** The slot where probing starts. */
export function homeSlot(hash: number, slots: number): number {
  return Math.floor(((hash >>> 0) / 2 ** 32) * slots);
}
