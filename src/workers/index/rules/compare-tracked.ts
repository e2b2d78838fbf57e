import { isDeepStrictEqual } from 'node:util';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { TrackedFiles } from '../../ignore/git/git-facts.js';

/** What to look at again because of what git tracks. */
export interface TrackedChange {
  /** Paths that came into sight, or went. */
  readonly looks: readonly RelPath[];
  /** Directories in which other rules hold than before. */
  readonly scans: readonly RelPath[];
}

export const NOTHING_CHANGED: TrackedChange = { looks: [], scans: [] };

/** What came to be tracked though rules match it, what no longer is, and where other rules hold. Shape: from the root on. */
export function compareTracked(
  before: TrackedFiles,
  after: TrackedFiles,
): { readonly shown: RelPath[]; readonly hidden: RelPath[]; readonly scans: RelPath[] } {
  const known = pathsOf(before);
  const now = pathsOf(after);
  return {
    shown: [...now].filter((path) => !known.has(path)),
    hidden: [...known].filter((path) => !now.has(path)),
    scans: directoriesWithOtherRules(before, after),
  };
}

function pathsOf({ tracked, nestedTracked }: TrackedFiles): Set<RelPath> {
  const paths = new Set(tracked);
  for (const [directory, own] of nestedTracked) {
    for (const path of own) paths.add(`${directory}/${path}` as RelPath);
  }
  return paths;
}

function directoriesWithOtherRules(before: TrackedFiles, after: TrackedFiles): RelPath[] {
  if (!isDeepStrictEqual(before.outerAbsentRules, after.outerAbsentRules)) return ['' as RelPath];
  const submodules = new Set([...before.submodules, ...after.submodules]);
  const ruled = new Set([...before.absentRules.keys(), ...after.absentRules.keys()]);
  return [
    ...[...submodules].filter((path) => before.submodules.has(path) !== after.submodules.has(path)),
    ...[...ruled].filter((path) => before.absentRules.get(path) !== after.absentRules.get(path)),
  ];
}
