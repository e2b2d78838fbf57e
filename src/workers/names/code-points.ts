import type { NameTable } from './name-table.js';

/** Decodes a name into `points`, which needs room for as many as the name has bytes. Returns the number of points. */
export function readPoints({ bytes, starts }: NameTable, rank: number, points: Uint32Array): number {
  const end = starts[rank + 1]!;
  let count = 0;
  for (let at = starts[rank]!; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < 0x80) points[count++] = byte;
    else if (byte < 0xe0) points[count++] = ((byte & 0x1f) << 6) | (bytes[++at]! & 0x3f);
    else if (byte < 0xf0) {
      points[count++] = ((byte & 0x0f) << 12) | ((bytes[++at]! & 0x3f) << 6) | (bytes[++at]! & 0x3f);
    } else {
      const high = ((byte & 0x07) << 18) | ((bytes[++at]! & 0x3f) << 12);
      points[count++] = high | ((bytes[++at]! & 0x3f) << 6) | (bytes[++at]! & 0x3f);
    }
  }
  return count;
}

export function byteLength({ starts }: NameTable, rank: number): number {
  return starts[rank + 1]! - starts[rank]!;
}
