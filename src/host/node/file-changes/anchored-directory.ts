import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkspaceBoundaryError } from '../../../actors/protocol/errors.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

/**
 * A directory held open, so that what is done in it is done in it, whatever becomes of its path meanwhile. Where the
 * system cannot do that, its path is all there is.
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

  /** The way to an entry that does not lead through the directory's path. */
  entry(name: string): string {
    return this.#handle === undefined ? join(this.path, name) : `/proc/self/fd/${this.#handle.fd}/${name}`;
  }

  /**
   * Errors: `WorkspaceBoundaryError` when the path leads elsewhere by now, or the directory was moved; those of Node's
   * `fs` when it is gone.
   */
  async requireUnmoved(): Promise<void> {
    const real =
      this.#handle === undefined
        ? await realpath(this.path)
        : await readlink(`/proc/self/fd/${this.#handle.fd}`);
    if (real === this.path) return;
    // Linux calls a directory that is gone `path (deleted)`.
    await lstat(this.path);
    throw leadsElsewhere(this.path);
  }

  /** Writes to the disk what was done in it: a rename is safe after that. */
  async sync(): Promise<void> {
    // Windows has no such thing.
    await this.#handle?.sync().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }
}

/** None where the system has no way to an entry through an open directory. */
async function openDirectory(path: AbsPath): Promise<FileHandle | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    return await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((await lstat(path)).isSymbolicLink()) throw leadsElsewhere(path);
    throw error;
  }
}

function leadsElsewhere(path: AbsPath): WorkspaceBoundaryError {
  return new WorkspaceBoundaryError(
    `${path} is not the directory it was: it was moved or replaced by a link. Nothing was changed.`,
    { path, roots: [] },
  );
}
