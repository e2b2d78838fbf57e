import { access, constants, type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { WorkspaceBoundaryError } from '../../actors/protocol/errors.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { FileAccess } from '../../actors/protocol/ports.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';

/** `FileAccess`, and what only the host needs from the disk. */
interface NodeFiles extends FileAccess {
  realpath(path: string): Promise<AbsPath>;
  /** Resolves when this process may list the directory and enter it. Errors: those of Node's `fs`. */
  checkReadable(directory: AbsPath): Promise<void>;
}

// Does not wait for the other end of a pipe. Windows does not know the flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

// The execute bits of owner, group and others.
const ANY_EXECUTE = 0o111;

/** The disk itself. Reads a file only at the given path: links that were put into the path meanwhile are detected. */
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
      isExecutable: (found.mode & ANY_EXECUTE) !== 0,
      names: found.nlink,
    };
  },
  async readFile(path, signal) {
    // Node would wrap the signal's reason in an `AbortError`.
    signal?.throwIfAborted();
    try {
      const handle = await open(path, FLAGS);
      try {
        await requireAt(path, handle);
        return await handle.readFile(omitUndefined({ signal }));
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

/**
 * Errors: `WorkspaceBoundaryError` when the opened file is elsewhere: a link was put into the path after it was
 * resolved.
 */
async function requireAt(path: AbsPath, handle: FileHandle): Promise<void> {
  const real =
    (process.platform === 'linux'
      ? await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined)
      : undefined) ?? (await realpath(path));
  // An editor may have replaced the file since it was opened; the old one was at this path nevertheless.
  if (real === path || real === `${path} (deleted)`) return;
  throw new WorkspaceBoundaryError(`${path} leads elsewhere now: a link was put there. Nothing was read.`, {
    path,
    roots: [],
  });
}
