import { existsSync } from 'node:fs';
import { FileNotFoundError } from '../../../actors/protocol/errors.js';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { suggestPaths } from '../search/suggest-paths.js';
import { isVisibleDirectory } from './disk-fallback.js';
import type { WorkspaceRoot } from '../root/workspace-root.js';

// As many as a reader takes in at a glance.
const MAX_SUGGESTIONS = 5;

/**
 * Throws unless a visible directory exists at this path: in the index, or, where the index is partial, on the disk.
 * Errors: `FileNotFoundError`, whose message says why.
 */
export function requireDirectory(root: WorkspaceRoot, path: RelPath): void {
  const { config, data, retention } = root;
  const id = data.find(path);
  if (id !== -1 && data.isDirectory(id)) return;
  if (id === -1 && !retention.holdsEverything && isVisibleDirectory(root, path)) return;
  const isLeftOut = id === -1 && existsSync(absolutePath(config.path, path));
  const suggestions = isLeftOut || id !== -1 ? [] : suggestPaths(data, path, MAX_SUGGESTIONS);
  const why =
    id !== -1 ? 'is a file, not a directory' : isLeftOut ? 'is left out by ignore rules' : 'does not exist';
  throw new FileNotFoundError(`There is no tree of ${path}: it ${why}.`, { path, suggestions });
}
