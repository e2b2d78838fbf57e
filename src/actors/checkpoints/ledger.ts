import type { VersionChange } from '../protocol/file-version.js';
import type { EntryId, TurnId } from '../protocol/thread.js';

/** Who made a change: a call, an interrupted call, a jump of the person, or somebody else. */
export type ChangedBy = 'call' | 'interrupted' | 'jump' | 'person';

/** A change of a file, in the order in which the thread recorded it. */
export interface LedgerChange extends VersionChange {
  readonly seq: number;
  readonly by: ChangedBy;
}

/**
 * A moment of a thread to which a person can go back.
 * - `message`: before a message of the person.
 * - `change`: after a call that changed files.
 * - `turn`: at the end of a turn.
 * - `jump`: after a jump.
 * - `person`: after somebody else changed files that the thread had changed.
 */
export interface Checkpoint {
  /** The newest entry whose effects on files belong to this moment. It identifies the checkpoint. */
  readonly entry: EntryId;
  readonly seq: number;
  /** When it was. Units: milliseconds since 1970. */
  readonly at: number;
  readonly kind: 'message' | 'change' | 'turn' | 'jump' | 'person';
  /** The message, the call or what else happened, on one line. */
  readonly title: string;
  /** The entry behind which the conversation goes on after a jump to this moment. */
  readonly head: EntryId;
  readonly turn?: TurnId;
  /** The call of a `change`. */
  readonly callId?: string;
  /** What became of files since the checkpoint before, each file once, in the order of the paths. */
  readonly changes: readonly VersionChange[];
}

/** What a thread has recorded of files. The disk has one history, so the entries of all branches are in it, by `seq`. */
export interface Ledger {
  readonly changes: readonly LedgerChange[];
  /** Oldest first. */
  readonly checkpoints: readonly Checkpoint[];
}
