import type { FileVersion, PathVersion, VersionChange } from '../protocol/file-version.js';
import type { AbsPath } from '../protocol/workspace.js';
import type { Ledger } from './ledger.js';
import { isSameVersion } from './same-version.js';

/** What is at each path that the thread has changed, as far as its entries tell. */
export function versionsOf({ changes }: Ledger): ReadonlyMap<AbsPath, FileVersion | null> {
  return new Map(changes.map(({ path, after }) => [path, after]));
}

/** The paths that are not as they were known to be. Paths that were not known are left out. */
export function findChanges(
  known: ReadonlyMap<AbsPath, FileVersion | null>,
  looked: readonly PathVersion[],
): readonly VersionChange[] {
  return looked.flatMap(({ path, version }) => {
    const before = known.get(path);
    return before === undefined || isSameVersion(before, version) ? [] : [{ path, before, after: version }];
  });
}
