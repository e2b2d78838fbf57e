import { resizeArray } from './resize-array.js';

/** The array itself, or a larger one with the same values when it is shorter than `length`. */
export function ensureCapacity<
  T extends
    | Uint8Array<ArrayBuffer>
    | Uint16Array<ArrayBuffer>
    | Uint32Array<ArrayBuffer>
    | Int32Array<ArrayBuffer>,
>(array: T, length: number): T {
  return length <= array.length ? array : resizeArray(array, Math.max(length, 2 * array.length));
}
