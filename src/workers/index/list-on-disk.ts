import { PermissionDeniedError } from '../../actors/protocol/errors.js';
import type { ListReply, RelPath } from '../../actors/protocol/workspace.js';
import { absolutePath } from '../scan/absolute-path.js';
import { readDirectory } from '../scan/one-level.js';
import { listDirectory } from '../tree/list-directory.js';
import { IndexData } from './data.js';
import type { WorkspaceRoot } from './workspace-root.js';

/**
 * One page of what a directory holds, ignored entries included: who lists a directory wants to see what is there.
 * Errors: `FileNotFoundError`, with the closest indexed paths; `PermissionDeniedError`. Source: SPEC D4.
 */
export function listOnDisk({ config, data }: WorkspaceRoot, path: RelPath, page: number): ListReply {
  try {
    const { names, kinds } = readDirectory(absolutePath(config.path, path));
    const onDisk = new IndexData();
    onDisk.reconcileDirectory(path, names, Uint8Array.from(kinds));
    return listDirectory(onDisk, config.path, path, page);
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOTDIR':
        return { children: null, hasNextPage: false, hasPrevPage: false, itemsRemaining: 0 };
      case 'EACCES':
      case 'EPERM':
        throw new PermissionDeniedError(
          `${path} cannot be listed: permission denied.`,
          { path },
          { cause: error },
        );
      case 'ENOENT':
        data.remove(path);
        return listDirectory(data, config.path, path, page);
      default:
        throw error;
    }
  }
}
