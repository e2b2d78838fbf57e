import type { RelPath, WorkspaceWarning } from '../../actors/protocol/workspace.js';

/** The listings of some directories of one root, packed so that they cross a thread as a few flat values. */
export interface TreePart {
  /** The directories listed, as paths. Shape: joined with `\0`, parents before their children within a part. */
  readonly directories: string;
  /** How many children each directory has, in the order of `directories`. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /**
   * The names of all children, directory by directory, within one in any order. Shape: UTF-8, behind each name a NUL.
   */
  readonly names: Uint8Array<ArrayBuffer>;
  /** One `EntryKind` for each child. */
  readonly kinds: Uint8Array<ArrayBuffer>;
}

/** What one walker read of a tree, and met on the way. */
export interface ScanPart extends TreePart {
  /** Directories that hold a `.gitignore` that was read; the root, `''`, may be one of them. */
  readonly ruleDirectories: readonly RelPath[];
  /** Directories below the root that hold a `.git`. */
  readonly repositories: readonly RelPath[];
  /** Directories that rules left out and that were not entered. Shape: joined with `\0`. */
  readonly ignoredDirectories: string;
  /** Directories that could not be read for want of files or memory, or because the disk fails: try again. */
  readonly starved: readonly RelPath[];
  readonly warnings: readonly WorkspaceWarning[];
}

/** Bits that say what an entry is. */
export const EntryKind = { directory: 1, symlink: 2, core: 4 } as const;
