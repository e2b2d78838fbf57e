import type { AbsPath } from './workspace.js';

/** The SHA-256 of a file's bytes. Shape: hexadecimal. */
export type ContentHash = string & { readonly __brand: 'ContentHash' };

/** One change of the disk. Paths are what `WorkspaceGate` gave: no link in them. */
export type FileChange =
  | {
      readonly kind: 'write';
      readonly path: AbsPath;
      readonly bytes: Uint8Array;
      /** What must be there still; `null`: nothing. Directories that are missing are made. */
      readonly expected: ContentHash | null;
      /** A file whose mode and owner a new one takes. Default: those of any new file. */
      readonly like?: AbsPath;
    }
  | { readonly kind: 'make directory'; readonly path: AbsPath }
  | {
      readonly kind: 'remove';
      readonly path: AbsPath;
      /** What a file must hold still. Default: anything. A link goes, and not what it leads to. */
      readonly expected?: ContentHash;
      /** Whether a directory goes with all that is in it. Default: only an empty one goes. */
      readonly isRecursive?: boolean;
    }
  | { readonly kind: 'move'; readonly from: AbsPath; readonly to: AbsPath; readonly expected: ContentHash };

/** What became of changes that a process had begun when it died. */
export interface RecoveredChanges {
  readonly outcome: 'completed' | 'rolled back';
  readonly paths: readonly string[];
}

/** What a conversation has seen of the files: a file that is not as it was then was changed by somebody else. */
export interface ReadLog {
  /** Shape: an absolute path without a link in it; `hash` is that of all its bytes, see `ContentHash`. */
  note(path: string, hash: string): void;
  /** What the file held when it was last read, or written by the agent itself. */
  last(path: string): ContentHash | undefined;
  forget(path: string): void;
}

/** Changes files, so that each of them is always whole. Source: SPEC T4. */
export interface FileChanges {
  /**
   * Makes all changes, or none.
   * Errors: `StaleFileError`, `FileExistsError`, `FileNotFoundError`, `PermissionDeniedError`, `DiskFullError`,
   * `WorkspaceBoundaryError` when a directory on the way has become a link; the signal's reason, before the first
   * change. After any of them everything is as it was.
   */
  apply(changes: readonly FileChange[], signal?: AbortSignal): Promise<void>;
  /**
   * Changes nothing. Errors: those that `apply` would have now, as far as they can be known before. Absent: nothing is
   * known before.
   */
  check?(changes: readonly FileChange[]): Promise<void>;
  /** Ends what processes that died had begun. Errors: none; what cannot be ended is left for the next time. */
  recover(): Promise<readonly RecoveredChanges[]>;
}
