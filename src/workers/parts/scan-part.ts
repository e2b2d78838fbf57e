import type { RelPath, WorkspaceWarning } from '../../actors/protocol/workspace.js';
import type { NestedRepository } from '../ignore/git/nested-rules.js';

/** The listings of some directories of one root, packed into a few flat values that cross threads cheaply. */
export interface TreePart {
  /** The paths of the listed directories. Shape: joined with `\0`, parents before their children within a part. */
  readonly directories: string;
  /** The number of children of each directory, in the order of `directories`. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** The names of all children, directory by directory, siblings in any order. Shape: UTF-8, a NUL after each name. */
  readonly names: Uint8Array<ArrayBuffer>;
  /** One `EntryKindBit` for each child. */
  readonly kinds: Uint8Array<ArrayBuffer>;
}

/** A `.gitignore` file that was read, by its directory; that of the root is `''`. */
export interface ScannedRuleFile {
  readonly directory: RelPath;
  readonly text: string;
  /** When it last changed. Units: milliseconds since 1970. */
  readonly changedAtMs: number;
}

/** A directory below the root that has a `.git`, with what was read about its repository. */
export interface ScannedRepository {
  readonly directory: RelPath;
  readonly read: NestedRepository;
}

/** All that one walker has read of a tree. */
export interface ScanPart extends TreePart {
  /** The rule files that were applied. Walkers may read different texts of one file if it changes meanwhile. */
  readonly ruleFiles: readonly ScannedRuleFile[];
  /** The repositories that were found, with the same caveat. */
  readonly repositories: readonly ScannedRepository[];
  /** Ignored directories, which were not entered. Shape: joined with `\0`. */
  readonly ignoredDirectories: string;
  /** Directories to retry: they could not be read for want of file handles or memory, or because of a failing disk. */
  readonly unread: readonly RelPath[];
  readonly warnings: readonly WorkspaceWarning[];
}

/** The bits of an entry's kind. */
export const EntryKindBit = { directory: 1, symlink: 2, core: 4 } as const;
