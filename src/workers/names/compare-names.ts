/** Names as bytes: a `NameTable`, or a growing set of names. */
export interface NameBytes {
  /** Shape: UTF-8. */
  readonly bytes: Uint8Array;
  /** The offset of each name in `bytes`; a name ends where the next one starts. */
  readonly starts: Uint32Array;
}

/** Compares two names in the order of a `NameTable`: negative when the first one comes first, 0 when they are equal. */
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

/** A UTF-8 byte with ASCII letters in lower case. */
export function foldByte(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}
