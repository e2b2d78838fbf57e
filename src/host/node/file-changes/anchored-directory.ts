import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkspaceBoundaryError } from '../../../actors/protocol/errors.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

/**
 * A directory held open, so that what is done in it is done in it, whatever becomes of its path meanwhile. Where the
 * system cannot do that, the path is checked anew before each use.
 */
export class AnchoredDirectory implements AsyncDisposable {
  readonly path: AbsPath;
  readonly #handle: FileHandle | undefined;

  /** Errors: `WorkspaceBoundaryError` when the path leads elsewhere by now; those of Node's `fs`. */
  static async open(path: AbsPath): Promise<AnchoredDirectory> {
    if (process.platform !== 'linux') {
      const directory = new AnchoredDirectory(path, undefined);
      await directory.#requireUnmoved(await realpath(path));
      return directory;
    }
    const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      const directory = new AnchoredDirectory(path, handle);
      await directory.#requireUnmoved(await readlink(`/proc/self/fd/${handle.fd}`));
      return directory;
    } catch (error) {
      await handle.close();
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

  /** Writes to the disk what was done in it: a rename is safe after that. */
  async sync(): Promise<void> {
    // Windows has no such thing.
    await this.#handle?.sync().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle?.close();
  }

  async #requireUnmoved(real: string): Promise<void> {
    if (real === this.path) return;
    throw new WorkspaceBoundaryError(
      `${this.path} is not the directory it was: it leads to ${real} now. Nothing was changed.`,
      { path: this.path, roots: [] },
    );
  }
}
