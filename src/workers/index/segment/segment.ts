import type { NameTable } from '../../names/name-table.js';

/** Bits of `Segment.directoryFlags` and `Segment.fileFlags` beside those of `EntryKind`. */
export const EntryFlag = {
  /** A directory whose entry is in another segment: it is here only to hold what lies below it. */
  ancestorPlaceholder: 8,
  /** A directory of which some visible children may be missing. Source: SPEC W10. */
  partial: 16,
  /** An entry that was core before it was moved, and stays so whatever the patterns say of its new path. */
  movedCore: 32,
} as const;

/**
 * A piece of one root's index: a tree of directories and files in flat arrays. Immutable and plain data, so that it can
 * be read while another is made, crosses a thread, and is written to a disk as it is.
 *
 * Directories are in pre-order: the root is 0, a directory's subtree is `[directory, directoryEnds[directory])`. Files
 * stand directory by directory in the same order, so that a subtree's files are one range too. Children of one
 * directory, files and directories each, are in the order of their names' ranks.
 *
 * An entry's number: a directory's place, or `directories + a file's place`. Cost: at most 50 bytes a file in all.
 */
export interface Segment {
  /** Every name in use once, the empty one of the root included. */
  readonly names: NameTable;
  /** By rank: which characters a name has, the OR of their `maskBit`s. */
  readonly nameMasks: Int32Array<ArrayBuffer>;
  /** By rank: which characters start a word in it, as a `halfMask`. */
  readonly wordMasks: Uint16Array<ArrayBuffer>;
  /** By rank: which pairs of neighbours it has, case folded, hashed to 32 bits. */
  readonly pairMasks: Int32Array<ArrayBuffer>;
  /**
   * By rank: the number of the name's only entry; 0 when it has none; when it has several, `MANY_ENTRIES` and where
   * they are in `postings`. The root and shadows are not among them. `entriesNamed` reads both.
   */
  readonly nameEntries: Uint32Array<ArrayBuffer>;
  /** Of each name with several entries how many, and then their numbers, ascending. */
  readonly postings: Uint32Array<ArrayBuffer>;
  /**
   * Places in `names.bytes` where a word starts inside a name, `MIN_WORD_LENGTH` bytes or more before its end; sorted by
   * the `SORTED_BYTES` bytes from there on, ASCII case folded, past the end of the name; then by place.
   */
  readonly words: Uint32Array<ArrayBuffer>;

  /** Shape of these: one for each directory. The root is its own parent. */
  readonly directoryParents: Uint32Array<ArrayBuffer>;
  /** Ranks. */
  readonly directoryNames: Uint32Array<ArrayBuffer>;
  readonly directoryEnds: Uint32Array<ArrayBuffer>;
  /** `EntryKind` and `EntryFlag` bits. */
  readonly directoryFlags: Uint8Array<ArrayBuffer>;
  /** Which characters occur in the names of what lies below it. */
  readonly directoryMasks: Int32Array<ArrayBuffer>;
  /** Where its own files start. Shape: one more than there are directories. */
  readonly fileStarts: Uint32Array<ArrayBuffer>;

  /** Shape of these: one for each file. Ranks. */
  readonly fileNames: Uint32Array<ArrayBuffer>;
  /** `EntryKind` and `EntryFlag` bits. */
  readonly fileFlags: Uint8Array<ArrayBuffer>;
  /** The `halfMask` of its name's, side by side for a fast first look. */
  readonly fileMasks: Uint16Array<ArrayBuffer>;
}
