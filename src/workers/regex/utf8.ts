/** The code for a byte that is part of no character. */
export const NO_CHARACTER = 0x110000;

// A decoded character is its code point shifted left by this, plus its width in bytes.
const WIDTH_BITS = 3;
const WIDTH_MASK = (1 << WIDTH_BITS) - 1;
const INVALID = (NO_CHARACTER << WIDTH_BITS) | 1;

export function codePointOf(decoded: number): number {
  return decoded >>> WIDTH_BITS;
}

/** The width of a decoded character. Units: bytes. */
export function byteWidthOf(decoded: number): number {
  return decoded & WIDTH_MASK;
}

/** Decodes the character that starts at `at`; `NO_CHARACTER`, one byte wide, when there is none that ends by `end`. */
export function decodeAt(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return (lead << WIDTH_BITS) | 1;
  const width = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (width === 0 || at + width > end) return INVALID;
  let codePoint = lead & (0x7f >> width);
  for (let place = at + 1; place < at + width; place++) {
    const byte = bytes[place]!;
    if ((byte & 0xc0) !== 0x80) return INVALID;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  // Overlong, a surrogate, or beyond U+10FFFF.
  if (width === 3 && (codePoint < 0x800 || (codePoint >= 0xd800 && codePoint < 0xe000))) return INVALID;
  if (width === 4 && (codePoint < 0x10000 || codePoint > 0x10ffff)) return INVALID;
  return (codePoint << WIDTH_BITS) | width;
}

/** Decodes the character that ends at `at` and starts at or after `start`; `NO_CHARACTER`, one byte wide, for none. */
export function decodeBefore(bytes: Uint8Array, at: number, start: number): number {
  let lead = at - 1;
  while (lead > start && lead > at - 4 && (bytes[lead]! & 0xc0) === 0x80) lead--;
  const decoded = decodeAt(bytes, lead, at);
  return byteWidthOf(decoded) === at - lead ? decoded : INVALID;
}
