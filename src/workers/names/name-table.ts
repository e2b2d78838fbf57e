/**
 * Distinct sorted names; a name's rank is its position. Immutable plain data that crosses threads.
 * The order is by UTF-8 bytes with ASCII letters in lower case, then by the bytes themselves; so all names that start
 * with a prefix, ASCII case aside, are adjacent.
 */
export interface NameTable {
  /** The concatenated names. Shape: UTF-8, no separator. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The offset of each name in `bytes`, and as the last element the end. Shape: one element more than names. */
  readonly starts: Uint32Array<ArrayBuffer>;
}
