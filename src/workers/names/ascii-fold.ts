import { foldByte } from './compare-names.js';

/** By byte of UTF-8: the same with ASCII letters in lower case. A look-up costs less than comparing twice. */
export const FOLDED_BYTES: Readonly<Uint8Array> = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  foldByte(byte),
);
