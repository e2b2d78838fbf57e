import type { RelPath, WorkspaceWarning } from '../../actors/protocol/workspace.js';
import type { NestedReading } from '../ignore/git/nested-rules.js';

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

/** A `.gitignore` that was read, by the directory that holds it; that of the root is `''`. */
export interface ReadRules {
  readonly directory: RelPath;
  readonly text: string;
  /** Units: milliseconds since 1970. When it last changed. */
  readonly changedAtMs: number;
}

/** A directory below the root that holds something named `.git`, and what was read of that. */
export interface MetRepository {
  readonly directory: RelPath;
  readonly read: NestedReading;
}

/** What one walker read of a tree, and met on the way. */
export interface ScanPart extends TreePart {
  /**
   * The rule files that decided what is visible. Several walkers may need one, and if it is written meanwhile they read
   * different texts.
   */
  readonly ruleFiles: readonly ReadRules[];
  /** The same of repositories. */
  readonly repositories: readonly MetRepository[];
  /** Directories that rules left out and that were not entered. Shape: joined with `\0`. */
  readonly ignoredDirectories: string;
  /** Directories that could not be read for want of files or memory, or because the disk fails: try again. */
  readonly starved: readonly RelPath[];
  readonly warnings: readonly WorkspaceWarning[];
}

/** Bits that say what an entry is. */
export const EntryKind = { directory: 1, symlink: 2, core: 4 } as const;
