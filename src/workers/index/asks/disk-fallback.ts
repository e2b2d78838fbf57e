import type { RelPath } from '../../../actors/protocol/workspace.js';
import { joinPath, nameOf, parentOf } from '../../../actors/protocol/rel-path.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { lstatIfReadable } from '../../disk/lstat-if-readable.js';
import type { IndexData } from '../store/index-data.js';
import { findFirstMissing } from '../store/find-first-missing.js';
import { indexListing } from '../store/index-listing.js';
import type { IndexQuery } from '../search/normalize-query.js';
import { readVisibleEntries } from '../rules/read-visible-entries.js';
import type { WorkspaceRoot } from '../root/workspace-root.js';

/**
 * Updates the index from the disk after a search without hits: a path in the one directory that matters, a name
 * everywhere, but only where a change may have been missed. Source: SPEC W10; S2 3.4.
 */
export async function updateFromDisk(root: WorkspaceRoot, query: IndexQuery): Promise<void> {
  if (query.kind === 'name') {
    if (!root.retention.holdsEverything) await root.scanForName(nameOf(query.target));
    else if (root.mayBeStale) await root.rescan();
    return;
  }
  const directory = query.kind === 'listing' ? query.target : parentOf(query.target);
  const missing = findFirstMissing(root.data, directory);
  if (root.retention.zone !== undefined) {
    if (missing === undefined || isVisibleDirectory(root, directory)) relist(root, directory);
    return;
  }
  if (missing !== undefined) {
    if (isVisibleDirectory(root, missing)) await root.scan(missing);
    return;
  }
  for (const found of relist(root, directory)) await root.scan(found);
}

/** Whether a query lists a directory of which the index knows only some entries. */
export function listsPartialDirectory({ data }: WorkspaceRoot, query: IndexQuery): boolean {
  const directory = query.kind === 'listing' ? data.find(query.target) : -1;
  return directory !== -1 && data.isDirectory(directory) && !data.isComplete(directory);
}

/** Makes the index equal to the disk for the children of one directory; returns the new directories among them. */
function relist(root: WorkspaceRoot, directory: RelPath): readonly RelPath[] {
  const visible = readVisibleEntries(root, directory);
  // The directory is gone or unreadable: the watcher or the next scan deals with that.
  if (visible === undefined) return [];
  const { names, kinds } = indexListing(root.data, directory, visible);
  root.follower.noteChecked(pathsIn(directory, [...namesIn(root.data, directory), ...names]));
  const { newDirectories } = root.data.reconcileDirectory(directory, names, kinds);
  const { zone } = root.retention;
  zone?.follow(pathsIn(directory, names));
  zone?.dropGone();
  return newDirectories;
}

function pathsIn(directory: RelPath, names: readonly string[]): RelPath[] {
  return names.map((name) => joinPath(directory, name));
}

/** The names that the index has in a directory. */
function namesIn(data: IndexData, directory: RelPath): string[] {
  const id = data.find(directory);
  return id === -1 || !data.isDirectory(id) ? [] : data.childrenOf(id).map((child) => data.nameOf(child));
}

/** Whether a directory exists on the disk and the rules include it. */
export function isVisibleDirectory({ config, rules }: WorkspaceRoot, directory: RelPath): boolean {
  const isDirectory = lstatIfReadable(absolutePath(config.path, directory))?.isDirectory() === true;
  return isDirectory && rules.current.decide(directory, true).indexed;
}
