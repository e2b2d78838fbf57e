import type { FileChanges } from './file-changes.js';
import type { FileVersion, PathVersion, UncoveredPath, VersionChange } from './file-version.js';
import type { ThreadId } from './thread.js';
import type { AbsPath } from './workspace.js';

/** A call that changes files, and how its thread hears what was recorded. */
export interface CallRecording {
  readonly thread: ThreadId;
  readonly callId: string;
  /** Records the versions in the thread. Resolves once they are stored: nothing is changed before. */
  readonly onCheckpoint: (
    versions: readonly PathVersion[],
    uncovered?: readonly UncoveredPath[],
  ) => Promise<void>;
  /** Records what became of files. */
  readonly onChanged: (changes: readonly VersionChange[]) => void;
  /** Reports why files could not be covered, as a sentence; the work goes on. */
  readonly onProblem: (sentence: string) => void;
}

/**
 * Records what calls do to files, and puts files back. One for each host: it knows which thread has changed what, so that
 * a command of one thread is not taken for the author of another thread's edit.
 * Source: SPEC K1 to K4.
 */
export interface Checkpoints {
  /**
   * A port that makes the changes of one call through `changes`. Before it changes anything, the old versions are kept
   * and recorded. A failure to keep them is reported and stops nothing.
   */
  recordEdits(changes: FileChanges, call: CallRecording): FileChanges;
  /**
   * What of the roots cannot be covered before a command, as it is known without looking again; for the question that
   * asks about it. Source: SPEC K4.
   */
  findUncovered(signal: AbortSignal): Promise<readonly UncoveredPath[]>;
  /**
   * Keeps what is needed to undo whatever a command does to the roots, records that, and returns a function to call when
   * the command has ended: it finds what changed and records that. Never rejects but with the signal's reason.
   */
  beforeCommand(call: CallRecording, signal: AbortSignal): Promise<() => Promise<void>>;
  /**
   * What has changed since a command began during which an earlier process died. Absent: it is not known.
   * Errors: those of a look at the disk.
   */
  findInterrupted?(thread: ThreadId, callId: string): Promise<readonly VersionChange[]>;
  /**
   * What is at the paths now. `isKept`: contents that the store and git lack are kept, so that they can be restored.
   * Errors: none; a path that cannot be read has a version without a source.
   */
  look(paths: readonly AbsPath[], options: { readonly isKept: boolean }): Promise<readonly PathVersion[]>;
  /**
   * The text of the `theirs` version with the thread's own change from `base` to `mine` undone; `undefined` where they
   * overlap, or where a version is no text.
   */
  mergeVersions(mine: FileVersion, base: FileVersion, theirs: FileVersion): Promise<Uint8Array | undefined>;
  /** The content of a version. Errors: `VersionLostError` when it is not kept or is damaged. */
  readVersion(version: FileVersion & { readonly kind: 'file' }): Promise<Uint8Array>;
  /**
   * Makes each path what its `after` says, all or none, and verifies it by hash. Keeps `before` first. A folder that is to
   * go stays where something else is in it.
   * Errors: `StaleFileError` when a path is not what `before` says; `VersionLostError`; those of `FileChanges.apply`.
   */
  restore(thread: ThreadId, changes: readonly VersionChange[], signal: AbortSignal): Promise<void>;
}
