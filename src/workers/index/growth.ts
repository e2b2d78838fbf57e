// Arrays grow by a quarter: a copy of each element costs less than half an array of slack would.
const GROWTH = 1.25;
// Below this size a quarter would mean a copy every few elements.
const MIN_STEP = 256;

/** The capacity to grow to when `needed` elements no longer fit. */
export function grownCapacity(capacity: number, needed: number): number {
  return Math.max(needed, Math.ceil(capacity * GROWTH), capacity + MIN_STEP);
}

/** A copy of `array` with `capacity` elements: cut off, or the new ones 0. */
export function resized<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  array: A,
  capacity: number,
): A {
  // The array's own class: TypeScript cannot express that a constructor gives the type it came from.
  const copy = new (array.constructor as new (length: number) => A)(capacity);
  copy.set(capacity < array.length ? array.subarray(0, capacity) : array);
  return copy;
}
