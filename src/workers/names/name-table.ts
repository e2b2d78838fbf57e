/**
 * Distinct names in order: a name's rank is its place. Plain data that crosses a thread; nobody changes it.
 *
 * The order is that of the UTF-8 bytes with ASCII letters in lower case, then that of the bytes themselves; so all
 * names that start with a prefix, ASCII case aside, stand side by side.
 */
export interface NameTable {
  /** The names one after the other. Shape: UTF-8, nothing between them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each name starts in `bytes`, and at last where all end. Shape: one more than there are names. */
  readonly starts: Uint32Array<ArrayBuffer>;
}
