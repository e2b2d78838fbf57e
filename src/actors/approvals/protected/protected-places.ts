import { resolve, sep } from 'node:path';
import { wayInside } from '../../runtime/paths/is-inside.js';
import { findName } from './names/find-name.js';

/** Why a change of a place is never unasked. Source: SPEC T10. */
export interface Protection {
  /** What the place is; continues "`path` is". */
  readonly what: string;
  /** Which program reads it, and when; continues "read by". Default: git. */
  readonly readBy?: string;
  /** Whether commands may change it, because tools write it in their ordinary work. Default: no. */
  readonly isWrittenByTools?: boolean;
  /** Whether edits of it are refused. */
  readonly isRefused: boolean;
}

/** A folder or file that only the disk shows to be protected, with everything below it. */
export interface ProtectedPlace {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  /** `git folder`: a repository's own, whatever its name. `hooks`: what `core.hooksPath` names, and what a hook leads to. */
  readonly kind: 'git folder' | 'hooks';
}

const GIT: Protection = { what: "part of git's own folder", isRefused: false };
const RUN_BY_GIT: Protection = { what: 'what git takes its settings and programs from', isRefused: true };
const HOOKS: Protection = { what: 'a hook, or a folder of hooks, which git runs', isRefused: false };

// What git reads its settings and programs from, in whichever of its folders: those of modules and worktrees too.
const RUN_BY_GIT_NAMES = new Set(['config', 'config.worktree', 'hooks', 'commondir']);

/** Why the place with this absolute path is protected; `undefined` when it is not. Links in the path are resolved. */
export function findProtection(
  path: string,
  roots: readonly string[],
  places: readonly ProtectedPlace[] = [],
): Protection | undefined {
  const found = places.flatMap((place) => {
    const below = namesBelow(place.path, path);
    if (below === undefined) return [];
    return [place.kind === 'hooks' ? HOOKS : judgeInGit(below)];
  });
  for (const root of roots) {
    const protection = findByNames(namesBelow(root, path) ?? []);
    if (protection !== undefined) found.push(protection);
  }
  return found.find(({ isRefused }) => isRefused) ?? found[0];
}

/** Whether a path is a root, or a folder around one: then what is below it contains protected places. */
export function holdsRoot(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => namesBelow(path, root) !== undefined);
}

/** What a protected place is and who reads it, for a person; continues "`path` is". */
export function describeProtection({ what, readBy }: Pick<Protection, 'what' | 'readBy'>): string {
  return readBy === undefined ? what : `${what} (read by ${readBy})`;
}

// In whatever folder, and as Windows shortens it.
const GIT_NAME = /^(?:\.git|git~\d+)$/;

function findByNames(given: readonly string[]): Protection | undefined {
  const names = given.map(toComparable);
  const git = names.findIndex((name) => GIT_NAME.test(name));
  if (git !== -1) return judgeInGit(names.slice(git + 1));
  const found = findName(names);
  if (found === undefined) return undefined;
  const { what, readBy, isWrittenByTools = false } = found;
  return { what, readBy, isWrittenByTools, isRefused: false };
}

function judgeInGit(below: readonly string[]): Protection {
  return below.some((name) => RUN_BY_GIT_NAMES.has(toComparable(name))) ? RUN_BY_GIT : GIT;
}

function namesBelow(folder: string, path: string): readonly string[] | undefined {
  // Systems that ignore case lead to the same place by another spelling; elsewhere this asks once too often.
  const way = wayInside(resolve(folder).toLowerCase(), resolve(path).toLowerCase());
  return way === '' ? [] : way?.split(sep);
}

// Characters that the file system of macOS ignores in names. Source: git, `is_hfs_dotgit`.
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** A name as file systems may read it: without case, without what Windows and macOS drop. */
function toComparable(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replaceAll(IGNORED, '')
      .toLowerCase()
      // Windows takes what follows a colon for the name of a stream, and drops dots and blanks at the end.
      .replace(/(?<=.):.*$/s, '')
      .replace(/[. ]+$/, '')
  );
}
