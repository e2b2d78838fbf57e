/** A copy of `array` with `capacity` elements: truncated, or padded with zeros. */
export function resizeArray<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  array: A,
  capacity: number,
): A {
  // The array's own class: TypeScript cannot express that a constructor gives the type it came from.
  const copy = new (array.constructor as new (length: number) => A)(capacity);
  copy.set(capacity < array.length ? array.subarray(0, capacity) : array);
  return copy;
}
