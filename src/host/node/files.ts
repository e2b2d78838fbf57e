import { access, constants, readFile, readlink, realpath, stat } from 'node:fs/promises';
import type { FileAccess } from '../../actors/protocol/ports.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';

/** `FileAccess` and what only the host asks of the disk. */
export interface NodeFiles extends FileAccess {
  /** Resolves when this process may list the directory and enter it. Errors: those of Node's `fs`. */
  checkReadable(directory: AbsPath): Promise<void>;
}

/** The disk itself. */
export const nodeFiles: NodeFiles = {
  async realpath(path) {
    return (await realpath(path)) as AbsPath;
  },
  readlink: (path) => readlink(path),
  async stat(path) {
    const found = await stat(path);
    return {
      isFile: found.isFile(),
      isDirectory: found.isDirectory(),
      size: found.size,
      mtimeMs: found.mtimeMs,
    };
  },
  async readFile(path, signal) {
    // Node would wrap the signal's reason in an `AbortError` of its own.
    signal?.throwIfAborted();
    try {
      return await readFile(path, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
  checkReadable: (directory) => access(directory, constants.R_OK | constants.X_OK),
};
