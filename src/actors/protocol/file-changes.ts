import type { AbsPath } from './workspace.js';

/** The SHA-256 of a file's bytes. Shape: hexadecimal. */
export type ContentHash = string & { readonly __brand: 'ContentHash' };

/** One change to the disk. Paths are those that `WorkspaceGate` returned: symbolic links are resolved. */
export type FileChange =
  | {
      readonly kind: 'write';
      readonly path: AbsPath;
      readonly bytes: Uint8Array;
      /**
       * The expected content of the file before the change; `null`: no file may exist. Missing directories are created.
       */
      readonly expected: ContentHash | null;
      /** An existing file whose mode and owner the new file gets. Default: those of any new file. */
      readonly like?: AbsPath;
    }
  | { readonly kind: 'make directory'; readonly path: AbsPath }
  | {
      readonly kind: 'remove';
      readonly path: AbsPath;
      /**
       * The expected content of the file. Default: not checked. Of a symbolic link, the link is deleted and not its
       * target.
       */
      readonly expected?: ContentHash;
      /** Whether a directory is deleted with its contents. Default: only an empty directory is deleted. */
      readonly isRecursive?: boolean;
    }
  | { readonly kind: 'move'; readonly from: AbsPath; readonly to: AbsPath; readonly expected: ContentHash };

/** The outcome of changes that another process had begun when it died. */
export interface RecoveredChanges {
  /**
   * `refused`: the record names places inside and outside of the roots, as no change of Troupe does. It was left alone.
   */
  readonly outcome: 'completed' | 'rolled back' | 'refused';
  readonly paths: readonly string[];
}

/**
 * What a conversation has read of the files: for each the hash of its content when the agent last read or wrote it. A
 * file with another content was changed by somebody else. Shape: paths are absolute, with symbolic links resolved.
 */
export type ReadLog = Map<string, ContentHash>;

/** Changes files atomically: no file is ever half written. Source: SPEC T4. */
export interface FileChanges {
  /**
   * Makes all changes, or none.
   * Errors: `StaleFileError`, `FileExistsError`, `FileNotFoundError`, `PermissionDeniedError`, `DiskFullError`;
   * `WorkspaceBoundaryError` when a directory in a path has become a symbolic link; the signal's reason when it aborts
   * before the first change. After any error every file is as it was.
   */
  apply(changes: readonly FileChange[], signal?: AbortSignal): Promise<void>;
  /**
   * A dry run, before a person is asked. Errors: those that `apply` would throw now, as far as they can be predicted.
   */
  check(changes: readonly FileChange[]): Promise<void>;
  /**
   * Completes or reverts the changes of processes that died, as far as they are below these folders. Records of other
   * places stay until a host with those roots calls it. It never rejects: a record that fails stays for the next call.
   */
  recover(roots: readonly AbsPath[]): Promise<readonly RecoveredChanges[]>;
}
