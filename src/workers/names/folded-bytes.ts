import { foldByte } from './compare-names.js';

/** By UTF-8 byte: the byte with ASCII letters in lower case. A table look-up is faster than two comparisons. */
export const FOLDED_BYTES: Readonly<Uint8Array> = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  foldByte(byte),
);
