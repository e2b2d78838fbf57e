import type { ContentHash } from './file-changes.js';
import type { AbsPath } from './workspace.js';

/**
 * Where the content of a file version can be read again.
 * - `store`: the version store has it.
 * - `git`: it is the blob `object` of a commit of the repository, which is only ever read.
 * - `none`: nowhere; the version can be recognised, and not restored.
 */
export type VersionSource =
  | { readonly kind: 'store' }
  | { readonly kind: 'git'; readonly repository: AbsPath; readonly object: string }
  | { readonly kind: 'none' };

/**
 * What was at a path at one moment; `null`: nothing.
 * Shape: `mode` are the permission bits; `target` is the text of a symbolic link, not resolved. `size` is in bytes.
 */
export type FileVersion =
  | {
      readonly kind: 'file';
      readonly hash: ContentHash;
      readonly size: number;
      readonly mode: number;
      readonly source: VersionSource;
    }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'directory'; readonly mode: number };

/** A path and what was at it. */
export interface PathVersion {
  readonly path: AbsPath;
  readonly version: FileVersion | null;
}

/** What became of a path. `before` and `after` differ. */
export interface VersionChange {
  readonly path: AbsPath;
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
}

/** Files of which no version can be kept before a command. Source: SPEC K4. */
export interface UncoveredPath {
  /** A file, or a folder with everything in it. */
  readonly path: AbsPath;
  /**
   * `budget`: more than may be kept of files that git does not have; `unreadable`: no permission; `special`: a device, a
   * socket or a pipe; `quota`: the version store is full.
   */
  readonly reason: 'budget' | 'unreadable' | 'special' | 'quota';
  /** The size of what is not covered. Units: bytes. Absent: unknown. */
  readonly bytes?: number;
  readonly files?: number;
}

/** What a checkpoint entry stands before, or follows. */
export type CheckpointCause =
  /** The files that a call will change, before it does. */
  | 'edit'
  /** Before a command. */
  | 'command'
  /** The person, or another program, changed files that the thread had changed. */
  | 'person';

/** What a jump moves. */
export type JumpScope = 'files' | 'conversation' | 'both';

/**
 * What becomes of a file that somebody else has changed since the thread did.
 * - `keep`: it stays as it is.
 * - `restore`: it becomes the version of the checkpoint; what it is now can be jumped back to.
 * - `merge`: the changes of others stay, and those of the thread are undone.
 */
export type JumpChoice = 'keep' | 'restore' | 'merge';

/** What a jump would do to a path. */
export interface JumpFile {
  readonly path: AbsPath;
  /** What is there now. */
  readonly now: FileVersion | null;
  /** What the thread left there, as far as it knows. */
  readonly expected: FileVersion | null;
  /** What was there at the checkpoint. */
  readonly target: FileVersion | null;
  /**
   * `restore`: it becomes `target`. `same`: it is `target` already. `conflict`: somebody else changed it, after the
   * thread's last change or between two of them. `lost`: the content of `target` is not kept anywhere.
   */
  readonly action: 'restore' | 'same' | 'conflict' | 'lost';
  /** The choices for a conflict, the safest first. Absent for other actions. */
  readonly choices?: readonly JumpChoice[];
}

/** What a jump to a checkpoint would do. Nothing has been changed. */
export interface JumpPlan {
  /** The `seq` of the newest entry whose effects stay; see `Checkpoint`. */
  readonly to: number;
  /** Each path that the thread changed behind that entry, in the order of the paths. */
  readonly files: readonly JumpFile[];
}
