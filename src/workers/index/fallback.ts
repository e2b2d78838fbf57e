import { lstatSync } from 'node:fs';
import type { RelPath } from '../../actors/protocol/workspace.js';
import { absolutePath } from '../scan/absolute-path.js';
import { applyRules, readDirectory } from '../scan/one-level.js';
import { firstMissing } from './first-missing.js';
import type { IndexQuery } from './normalize.js';
import type { WorkspaceRoot } from './workspace-root.js';

/**
 * Looks at the disk for what a search missed: a path in the one directory that matters, a name everywhere, but only
 * where something may have changed that nobody told. Source: SPEC W10; S2 3.4.
 */
export async function lookAtDisk(root: WorkspaceRoot, query: IndexQuery): Promise<void> {
  if (query.kind === 'name') {
    if (root.mayBeStale) await root.rescan();
    return;
  }
  const directory = query.kind === 'listing' ? query.target : parentOf(query.target);
  const missing = firstMissing(root.data, directory);
  if (missing !== undefined) {
    if (isVisibleDirectory(root, missing)) await root.scan(missing);
    return;
  }
  for (const found of relist(root, directory)) await root.scan(found);
}

/** Makes the children of one directory equal to the disk; returns the directories that are new among them. */
function relist(root: WorkspaceRoot, directory: RelPath): readonly RelPath[] {
  const { config, data, rules } = root;
  try {
    const listing = readDirectory(absolutePath(config.path, directory));
    const { names, kinds } = applyRules(listing, rules.current.scopeOf(directory));
    const { newDirectories } = data.reconcileDirectory(directory, names, Uint8Array.from(kinds));
    root.noteEntries(names.map((name) => (directory === '' ? name : `${directory}/${name}`) as RelPath));
    return newDirectories;
  } catch {
    // It is gone, or closed to us; the watcher or the next scan says which.
    return [];
  }
}

function isVisibleDirectory({ config, rules }: WorkspaceRoot, directory: RelPath): boolean {
  try {
    const isDirectory = lstatSync(absolutePath(config.path, directory)).isDirectory();
    return isDirectory && rules.current.decide(directory, true).indexed;
  } catch {
    return false;
  }
}

function parentOf(path: RelPath): RelPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as RelPath;
}
