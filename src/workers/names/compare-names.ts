/** Names as bytes: a `NameTable`, or a growing set of names. */
export interface NameBytes {
  /** Shape: UTF-8. */
  readonly bytes: Uint8Array;
  /** Where each name starts in `bytes`; the next one starts where it ends. */
  readonly starts: Uint32Array;
}

/** Which of two names comes first in a `NameTable`: negative for the one, positive for the other, 0 when they are equal. */
export function compareNames(one: NameBytes, a: number, other: NameBytes, b: number): number {
  const start = one.starts[a]!;
  const otherStart = other.starts[b]!;
  const length = one.starts[a + 1]! - start;
  const otherLength = other.starts[b + 1]! - otherStart;
  const shorter = Math.min(length, otherLength);
  let difference = 0;
  for (let at = 0; at < shorter; at++) {
    const byte = one.bytes[start + at]!;
    const otherByte = other.bytes[otherStart + at]!;
    if (byte === otherByte) continue;
    const folded = foldByte(byte) - foldByte(otherByte);
    if (folded !== 0) return folded;
    if (difference === 0) difference = byte - otherByte;
  }
  return length - otherLength || difference;
}

/** A byte of UTF-8 with ASCII letters in lower case. */
export function foldByte(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}
