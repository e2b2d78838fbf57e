import type { ContentHash } from '../../actors/protocol/file-changes.js';
import type { UncoveredPath } from '../../actors/protocol/file-version.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';

/** How much may be copied of what git does not have. */
export interface CoverBudget {
  /** Units: bytes. */
  readonly maxBytes: number;
  readonly maxFiles: number;
}

/** The configuration that the thread starts with. */
export interface CoverConfig {
  readonly roots: readonly AbsPath[];
  /** For files and folders that git ignores, together; the smallest come first. */
  readonly ignored: CoverBudget;
  /** For all other files that are not those of the last commit; the smallest come first. */
  readonly loose: CoverBudget;
  /** A folder outside of all roots for what the next process needs. Default: nothing is kept. */
  readonly directory?: string;
}

/** What a look found at a path. `blob`: the object of git that has exactly these bytes. */
export type SeenVersion =
  | {
      readonly kind: 'file';
      readonly hash: ContentHash;
      readonly size: number;
      readonly mode: number;
      readonly blob?: { readonly repository: AbsPath; readonly object: string };
      /** Whether the content is known to be in the version store. */
      readonly isStored: boolean;
    }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'directory'; readonly mode: number };

/** What became of a path between two looks. */
export interface SeenChange {
  readonly path: AbsPath;
  readonly before: SeenVersion | null;
  readonly after: SeenVersion | null;
}

/** Identifies a call of a thread. */
export interface CallName {
  readonly thread: string;
  readonly callId: string;
}

/** A content that should be in the version store, so that its file can be restored. */
export interface WantedContent {
  readonly path: AbsPath;
  readonly hash: ContentHash;
  readonly size: number;
}

/** The result of a look. */
export interface SeenChanges {
  /** None when nothing was known before. */
  readonly changes: readonly SeenChange[];
  readonly wanted: readonly WantedContent[];
  /** The commands that had not ended when the process before this one died, and during which `changes` came about. */
  readonly interrupted: readonly CallName[];
}

/** The thread that knows what is on the disk below the roots, and finds out what has changed. */
export interface CoverProtocol {
  asks: {
    /** Compares the roots with what was there at the last look. */
    look: { arg: undefined; reply: SeenChanges };
    /**
     * Notes which contents are in the version store now, and which commands run, and writes all of it to the disk. It is
     * synced there when the ask resolves.
     */
    keep: { arg: { stored: readonly ContentHash[]; running: readonly CallName[] }; reply: undefined };
    /** What could not be covered at the last look. */
    uncovered: { arg: undefined; reply: readonly UncoveredPath[] };
    /** The contents of the version store that files have now. */
    referenced: { arg: undefined; reply: readonly ContentHash[] };
  };
  tells: object;
  events: object;
}
