import { isDeepStrictEqual } from 'node:util';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { TrackedFiles } from '../../ignore/git/git-facts.js';

/** What to check again after a change of git's tracked files. */
export interface TrackedChange {
  /** Paths whose visibility has changed. */
  readonly paths: readonly RelPath[];
  /** Directories whose rules have changed. */
  readonly scans: readonly RelPath[];
}

export const NOTHING_CHANGED: TrackedChange = { paths: [], scans: [] };

/**
 * Compares two states of tracked files: paths that became or ceased to be tracked although rules ignore them, and
 * directories whose rules changed. Shape: relative to the root.
 */
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
