import { type BigIntStats, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';

// People write shorter lists of tasks, hooks and rules. In longer folders, for instance of downloaded packages, a new
// name is noticed and a new content is not. Units: entries of a folder, of a place, folders.
const MAX_IN_FOLDER = 100;
const MAX_IN_PLACE = 500;
const MAX_DEPTH = 6;

// Nothing runs what was undone.
const SET_ASIDE = /\.disabled(?:-\d+)?$/;

/**
 * The files of a protected place, which is a file, a folder or a link to one in the roots, and what identifies each of
 * them with its content: the kernel sets the time of a change, and no program can set it back.
 * Shape: stamps by path; a folder that is too long to be read has one itself. Cost: at most 3 ms.
 */
export function stampPlace(place: string, roots: readonly string[]): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  /** Adds a file, or returns a folder. */
  const add = (path: string): readonly string[] => {
    const { link, found } = follow(path, roots);
    if (found?.isDirectory() === true) return [path];
    if (found !== undefined || link !== '') stamps.set(path, link + describe(found));
    return [];
  };
  let folders = add(place);
  for (let depth = 0; folders.length > 0; depth += 1) {
    const inner: string[] = [];
    for (const folder of folders) {
      const names = listNames(folder);
      if (names.length > MAX_IN_FOLDER || stamps.size + names.length > MAX_IN_PLACE || depth === MAX_DEPTH) {
        stamps.set(folder, describe(follow(folder, roots).found));
      } else {
        for (const item of names.flatMap((name) => add(join(folder, name)))) inner.push(item);
      }
    }
    folders = inner;
  }
  return stamps;
}

/** What identifies a place as a whole: another one at the same path differs. */
export function readIdentity(place: string): string {
  try {
    const { dev, ino, birthtimeNs } = lstatSync(place, { bigint: true });
    return `${dev}:${ino}:${birthtimeNs}`;
  } catch {
    // It is gone.
    return '';
  }
}

/** What is at a path, behind a link that does not leave the roots. Shape: `link` is empty where there is none. */
function follow(
  path: string,
  roots: readonly string[],
): { readonly link: string; readonly found: BigIntStats | undefined } {
  try {
    const found = lstatSync(path, { bigint: true });
    if (!found.isSymbolicLink()) return { link: '', found };
    const link = `link ${readlinkSync(path)} `;
    const target = tryRealpath(path);
    const leadsInside = target !== undefined && roots.some((root) => isInside(root, target));
    return { link, found: leadsInside ? statSync(path, { bigint: true }) : undefined };
  } catch {
    // It is gone.
    return { link: '', found: undefined };
  }
}

function tryRealpath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // It leads nowhere.
    return undefined;
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !SET_ASIDE.test(name));
  } catch {
    return [];
  }
}

function describe(found: BigIntStats | undefined): string {
  return found === undefined ? '' : [found.dev, found.ino, found.size, found.ctimeNs, found.mode].join(':');
}
