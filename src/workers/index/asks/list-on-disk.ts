import { FileNotFoundError, PermissionDeniedError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import type { ListReply, RelPath } from '../../../actors/protocol/workspace.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { readDirectory } from '../../walk/read-directory.js';
import { listDirectory, NOT_A_DIRECTORY_REPLY } from '../../tree/list-directory.js';
import { findClosestPaths } from './find-closest-paths.js';
import type { WorkspaceRoot } from '../root/workspace-root.js';

// As many as a reader takes in at a glance.
const MAX_SUGGESTIONS = 5;

/** A root of which a directory is listed. */
interface CheckedRoot extends Pick<WorkspaceRoot, 'config' | 'data'> {
  readonly follower: Pick<WorkspaceRoot['follower'], 'noteChecked'>;
}

/**
 * One page of the entries of a directory, ignored ones included: the caller wants to see what is there. `catchUp` resolves
 * when the index has what is on the disk.
 * Errors: `FileNotFoundError`, with the closest paths, once the index knows them; `PermissionDeniedError`; those of
 * `catchUp`. Source: SPEC D4.
 */
export async function listOnDisk(
  { config, data, follower }: CheckedRoot,
  path: RelPath,
  page: number,
  catchUp: () => Promise<void>,
): Promise<ListReply> {
  try {
    return listDirectory({ root: config.path, path }, readDirectory(absolutePath(config.path, path)), page);
  } catch (error) {
    switch (errorCode(error)) {
      case 'ENOTDIR':
        return NOT_A_DIRECTORY_REPLY;
      case 'EACCES':
      case 'EPERM':
        throw new PermissionDeniedError(
          `${path} cannot be listed: permission denied.`,
          { path },
          { cause: error },
        );
      case 'ENOENT': {
        data.remove(path);
        follower.noteChecked([path]);
        const suggestions = await findClosestPaths(data, path, { limit: MAX_SUGGESTIONS, catchUp });
        throw new FileNotFoundError(`No such file or directory: ${path}`, { path, suggestions });
      }
      default:
        throw error;
    }
  }
}
