import type { VersionChange } from '../protocol/file-version.js';
import type { AbsPath } from '../protocol/workspace.js';
import { isSameVersion } from './same-version.js';

/** Consecutive changes as one for each path, in the order of the paths; without those that came to nothing. */
export function foldChanges(changes: readonly VersionChange[]): readonly VersionChange[] {
  const folded = new Map<AbsPath, VersionChange>();
  for (const { path, before, after } of changes)
    folded.set(path, { path, before: folded.get(path)?.before ?? (folded.has(path) ? null : before), after });
  return [...folded.values()].filter(({ before, after }) => !isSameVersion(before, after)).sort(byPath);
}

/** Compares by code units, so that the order is the same everywhere. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
