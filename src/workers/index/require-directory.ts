import { existsSync } from 'node:fs';
import { FileNotFoundError } from '../../actors/protocol/errors.js';
import type { RelPath } from '../../actors/protocol/workspace.js';
import { absolutePath } from '../scan/absolute-path.js';
import { findClosest } from './closest.js';
import type { WorkspaceRoot } from './workspace-root.js';

// As many as a reader takes in at a glance.
const MAX_SUGGESTIONS = 5;

/** Errors: `FileNotFoundError`, which says why, unless the index has a directory at this path. */
export function requireDirectory({ config, data }: WorkspaceRoot, path: RelPath): void {
  const id = data.find(path);
  if (id !== -1 && data.isDirectory(id)) return;
  const isLeftOut = id === -1 && existsSync(absolutePath(config.path, path));
  const suggestions = isLeftOut || id !== -1 ? [] : findClosest(data, path, MAX_SUGGESTIONS);
  const why =
    id !== -1 ? 'is a file, not a directory' : isLeftOut ? 'is left out by ignore rules' : 'does not exist';
  throw new FileNotFoundError(`There is no tree of ${path}: it ${why}.`, { path, suggestions });
}
