import { basename, dirname, join } from 'node:path';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import { isThereSync } from '../../../../workers/disk/is-there.js';
import type { Candidates } from '../protected/list-candidates.js';
import { findEnclosing, readRepository, type Repository } from './git-folders.js';

/** The repositories of a workspace, as far as they were looked for. */
export interface FoundRepositories {
  readonly repositories: readonly Repository[];
  /** Why some may be missing, as a clause; `undefined` when all within the bounds were found. */
  readonly gap?: string;
}

const NAMES = new Set(['.git', 'HEAD']);
/** More than this many repositories in a workspace are counted and not watched. */
const MAX_REPOSITORIES = 5000;

/**
 * The repositories among the paths of some folders, and those around the folders: whatever is called `.git`, also what leads
 * nowhere, and folders that look like a bare repository. Bounds: those of `listCandidates`, and 5,000 repositories.
 */
export function findRepositories(folders: readonly string[], { paths, gap }: Candidates): FoundRepositories {
  const around = folders.map((folder) => findEnclosing(folder)).filter((found) => found !== undefined);
  const inside = paths
    .filter((path) => NAMES.has(basename(path)))
    .map((path) => (basename(path) === '.git' ? path : dirname(path)))
    .filter((path) => basename(path) === '.git' || looksBare(path))
    .map((marker) => readRepository(marker) ?? toUnclear(marker))
    .filter((found) => found !== undefined);
  const all = [...new Map([...around, ...inside].map((found) => [found.marker, found])).values()];
  const problem =
    all.length > MAX_REPOSITORIES ? `there are more than ${MAX_REPOSITORIES} repositories` : gap;
  return {
    repositories: all.slice(0, MAX_REPOSITORIES),
    ...omitUndefined({ gap: problem }),
  };
}

/** A marker that nobody here can follow. git may read it in another way, now or once something else is there. */
function toUnclear(marker: string): Repository | undefined {
  const isThere = isThereSync(marker);
  return isThere ? { marker, gitFolder: marker, commonFolder: marker, isUnclear: true } : undefined;
}

/** Whether git would take a folder with a HEAD for a repository. */
function looksBare(folder: string): boolean {
  const has = (name: string): boolean => isThereSync(join(folder, name));
  return has('commondir') || (has('objects') && has('refs'));
}
