import type { NameTable } from '../../names/name-table.js';

/** BitSet of `Segment.directoryFlags` and `Segment.fileFlags` besides those of `EntryKindBit`. */
export const EntryFlag = {
  /** A directory whose own entry is in another segment: it is here only as the parent of entries. */
  ancestorPlaceholder: 8,
  /** A directory that may lack some visible children. Source: SPEC W10. */
  partial: 16,
  /** An entry that was core before it was moved, and stays core whatever the patterns say about its new path. */
  movedCore: 32,
} as const;

/**
 * An immutable part of one root's index: a tree of directories and files in flat arrays. Plain data, so it can be
 * read while another is built, cross threads, and be written to a disk unchanged.
 * Directories are in pre-order: the root is 0, a directory's subtree is `[directory, directoryEnds[directory])`.
 * Files are in the order of their directories, so that a subtree's files are one range, too. The directories of one
 * parent are sorted by the rank of their name, and so are its files.
 * An entry's number is a directory's position, or `directories + a file's position`. Cost: at most 50 bytes a file.
 */
export interface Segment {
  /** Every distinct name, including the empty name of the root. */
  readonly names: NameTable;
  /** By rank: the characters of the name, as the OR of their `maskBit`s. */
  readonly nameMasks: Int32Array<ArrayBuffer>;
  /** By rank: the characters that start a word of the name, as a `halfMask`. */
  readonly wordMasks: Uint16Array<ArrayBuffer>;
  /** By rank: the pairs of neighbouring characters in the name, case folded, hashed to 32 bits. */
  readonly pairMasks: Int32Array<ArrayBuffer>;
  /**
   * By rank: the number of the only entry with this name; 0 when there is none; for several, `MANY_ENTRIES` plus
   * their position in `postings`. The root and placeholders are not included. `entriesNamed` decodes it.
   */
  readonly nameEntries: Uint32Array<ArrayBuffer>;
  /** For each name with several entries their count, followed by their numbers, ascending. */
  readonly postings: Uint32Array<ArrayBuffer>;
  /**
   * Offsets in `names.bytes` where a word starts inside a name, `MIN_WORD_LENGTH` bytes or more before the name's
   * end; sorted by the `SORTED_BYTES` bytes from there on (ASCII case folded, even past the end of the name), then by
   * offset.
   */
  readonly words: Uint32Array<ArrayBuffer>;

  /** These arrays have one element for each directory. The root is its own parent. */
  readonly directoryParents: Uint32Array<ArrayBuffer>;
  /** Ranks of the names. */
  readonly directoryNames: Uint32Array<ArrayBuffer>;
  readonly directoryEnds: Uint32Array<ArrayBuffer>;
  /** `EntryKindBit` and `EntryFlag` bits. */
  readonly directoryFlags: Uint8Array<ArrayBuffer>;
  /** The characters in the names of all entries below the directory. */
  readonly directoryMasks: Int32Array<ArrayBuffer>;
  /** The position of each directory's first file. Shape: one element more than directories. */
  readonly fileStarts: Uint32Array<ArrayBuffer>;

  /** These arrays have one element for each file; this one holds the ranks of the names. */
  readonly fileNames: Uint32Array<ArrayBuffer>;
  /** `EntryKindBit` and `EntryFlag` bits. */
  readonly fileFlags: Uint8Array<ArrayBuffer>;
  /** The `halfMask` of each file's name, in one array for a fast scan. */
  readonly fileMasks: Uint16Array<ArrayBuffer>;
}
