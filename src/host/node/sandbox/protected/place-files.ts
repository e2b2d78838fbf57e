import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from '../../../../actors/tools/gate/is-inside.js';

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
 * Shape: stamps by path; a folder that is too long to be read has one itself.
 */
export async function readPlace(
  place: string,
  roots: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const stamps = new Map<string, string>();
  let folders: readonly string[] = [];
  const add = async (path: string): Promise<readonly string[]> => {
    const { stamp, found } = await follow(path, roots);
    if (found?.isDirectory() === true) return [path];
    if (found !== undefined || stamp !== '') stamps.set(path, stamp + describe(found));
    return [];
  };
  folders = await add(place);
  for (let depth = 0; folders.length > 0; depth += 1) {
    const inner: string[] = [];
    for (const folder of folders) {
      const names = (await readdir(folder).catch(() => [])).filter((name) => !SET_ASIDE.test(name));
      if (names.length > MAX_IN_FOLDER || stamps.size + names.length > MAX_IN_PLACE || depth === MAX_DEPTH) {
        stamps.set(folder, describe(await stat(folder, { bigint: true }).catch(() => undefined)));
      } else {
        inner.push(...(await Promise.all(names.map((name) => add(join(folder, name))))).flat());
      }
    }
    folders = inner;
  }
  return stamps;
}

/** What identifies a place as a whole: another one at the same path differs. */
export async function readIdentity(place: string): Promise<string> {
  const found = await lstat(place, { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

/** What is at a path, behind a link that does not leave the roots. */
async function follow(
  path: string,
  roots: readonly string[],
): Promise<{ readonly stamp: string; readonly found: BigIntStats | undefined }> {
  try {
    const found = await lstat(path, { bigint: true });
    if (!found.isSymbolicLink()) return { stamp: '', found };
    const stamp = `link ${await readlink(path)} `;
    const target = await realpath(path).catch(() => undefined);
    const leadsInside = target !== undefined && roots.some((root) => isInside(root, target));
    return { stamp, found: leadsInside ? await stat(path, { bigint: true }) : undefined };
  } catch {
    // It is gone.
    return { stamp: '', found: undefined };
  }
}

function describe(found: BigIntStats | undefined): string {
  return found === undefined ? '' : [found.dev, found.ino, found.size, found.ctimeNs, found.mode].join(':');
}
