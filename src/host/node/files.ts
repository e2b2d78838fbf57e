import { access, constants, type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { WorkspaceBoundaryError } from '../../actors/protocol/errors.js';
import type { FileAccess } from '../../actors/protocol/ports.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';

/** `FileAccess` and what only the host asks of the disk. */
export interface NodeFiles extends FileAccess {
  realpath(path: string): Promise<AbsPath>;
  /** Resolves when this process may list the directory and enter it. Errors: those of Node's `fs`. */
  checkReadable(directory: AbsPath): Promise<void>;
}

// The other end of a pipe may never come. Windows does not know the flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The disk itself. A file is read at the path that is given, whatever links have been put there meanwhile. */
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
      const handle = await open(path, FLAGS);
      try {
        await requireAt(path, handle);
        return await handle.readFile(signal === undefined ? {} : { signal });
      } finally {
        await handle.close();
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
  checkReadable: (directory) => access(directory, constants.R_OK | constants.X_OK),
};

/** Errors: `WorkspaceBoundaryError` when what was opened is elsewhere: a link was put into the path since it was resolved. */
async function requireAt(path: AbsPath, handle: FileHandle): Promise<void> {
  const real =
    (process.platform === 'linux'
      ? await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined)
      : undefined) ?? (await realpath(path));
  // An editor may have put a new file in its place since; the old one was there all the same.
  if (real === path || real === `${path} (deleted)`) return;
  throw new WorkspaceBoundaryError(`${path} leads elsewhere now: a link was put there. Nothing was read.`, {
    path,
    roots: [],
  });
}
