import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { findProtection } from '../../../../actors/approvals/protected/protected-places.js';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';

/** The files of the roots to which links in some folders of hooks lead. Shape: paths that exist, without links. */
export function findHookTargets(folders: readonly string[], roots: readonly string[]): readonly string[] {
  const targets = folders.flatMap(listLinks).flatMap(followToFile);
  return [...new Set(targets)].filter(
    (path) => roots.some((root) => isInside(root, path)) && !folders.some((folder) => isInside(folder, path)),
  );
}

/**
 * The protected folder around a folder of hooks: the programs in `.husky/_`, which git runs, run those in `.husky`.
 * `undefined` when there is none, or when it is git's own.
 */
export function findHooksAround(folder: string, roots: readonly string[]): string | undefined {
  const root = roots.find((path) => isInside(path, folder));
  if (root === undefined || folder.split(sep).includes('.git')) return undefined;
  let around: string | undefined;
  for (let at = folder; at !== root; at = dirname(at)) {
    if (findProtection(at, [root]) !== undefined) around = at;
  }
  return around;
}

function listLinks(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => join(folder, name));
  } catch {
    // There is no such folder.
    return [];
  }
}

function followToFile(link: string): readonly string[] {
  try {
    const target = realpathSync(link);
    return statSync(target).isFile() ? [target] : [];
  } catch {
    // It leads nowhere.
    return [];
  }
}
