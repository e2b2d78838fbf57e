import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkspaceBoundaryError } from '../../../actors/protocol/errors.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

/**
 * An open directory: operations on its entries reach this directory, even if its path is moved or replaced meanwhile.
 * On systems that do not support this, the path is used.
 */
export class AnchoredDirectory implements AsyncDisposable {
  readonly path: AbsPath;
  readonly #handle: FileHandle | undefined;

  /** Errors: those of `requireUnmoved`. */
  static async open(path: AbsPath): Promise<AnchoredDirectory> {
    const directory = new AnchoredDirectory(path, await openDirectory(path));
    try {
      await directory.requireUnmoved();
      return directory;
    } catch (error) {
      await directory[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(path: AbsPath, handle: FileHandle | undefined) {
    this.path = path;
    this.#handle = handle;
  }

  /** A path to an entry that does not depend on the directory's own path. */
  entry(name: string): string {
    return this.#handle === undefined ? join(this.path, name) : `/proc/self/fd/${this.#handle.fd}/${name}`;
  }

  /**
   * Errors: `WorkspaceBoundaryError` when the path leads to another directory by now, or the directory was moved; those
   * of Node's `fs` when it does not exist.
   */
  async requireUnmoved(): Promise<void> {
    const real =
      this.#handle === undefined
        ? await realpath(this.path)
        : await readlink(`/proc/self/fd/${this.#handle.fd}`);
    if (real === this.path) return;
    // Linux shows a deleted directory as `path (deleted)`.
    await lstat(this.path);
    throw movedDirectoryError(this.path);
  }

  /** Flushes changes of its entries to the disk, so that a rename survives a power failure. */
  async sync(): Promise<void> {
    // Windows cannot sync a directory.
    await this.#handle?.sync().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }
}

/** `undefined` on systems that cannot reach entries through an open directory. */
async function openDirectory(path: AbsPath): Promise<FileHandle | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    return await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((await lstat(path)).isSymbolicLink()) throw movedDirectoryError(path);
    throw error;
  }
}

function movedDirectoryError(path: AbsPath): WorkspaceBoundaryError {
  return new WorkspaceBoundaryError(
    `${path} is not the directory it was: it was moved or replaced by a link. Nothing was changed.`,
    { path, roots: [] },
  );
}
