import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { nameOf, parentOf } from '../../actors/protocol/rel-path.js';
import { absolutePath } from '../disk/absolute-path.js';

// For fewer files it is not worth reading their directory.
const MIN_FILES = 4;
// What ripgrep may read in vain in one directory takes it a fraction of a millisecond.
const MAX_NEEDLESS_FILES = 20;
const MAX_NEEDLESS_BYTES = 1 << 18;
// Directories that are read at the same time.
const READ_AT_ONCE = 64;

/** An argument of ripgrep, and the files that are wanted of it. */
export interface RipgrepTarget {
  /** One file, or a directory that is searched without those below it. */
  readonly path: RelPath;
  readonly files: readonly RelPath[];
}

/**
 * The arguments that make ripgrep search these files: directories that contain hardly any other file, and the files of
 * all others. ripgrep takes a third less time for a directory than for its files by name.
 */
export async function groupByDirectory(
  root: AbsPath,
  paths: readonly RelPath[],
): Promise<readonly RipgrepTarget[]> {
  const filesOf = new Map<RelPath, RelPath[]>();
  for (const path of paths) {
    const directory = parentOf(path);
    const files = filesOf.get(directory);
    if (files === undefined) filesOf.set(directory, [path]);
    else files.push(path);
  }
  const groups = [...filesOf];
  const targets: RipgrepTarget[] = [];
  for (let at = 0; at < groups.length; at += READ_AT_ONCE) {
    const read = groups.slice(at, at + READ_AT_ONCE).map(async ([directory, files]) => {
      const isWhole = files.length >= MIN_FILES && (await hasFewOthers(root, directory, files));
      return isWhole ? [{ path: directory, files }] : files.map((path) => ({ path, files: [path] }));
    });
    for (const found of await Promise.all(read)) targets.push(...found);
  }
  return targets;
}

async function hasFewOthers(root: AbsPath, directory: RelPath, files: readonly RelPath[]): Promise<boolean> {
  const folder = absolutePath(root, directory);
  const known = new Set(files.map(nameOf));
  try {
    const entries: Dirent[] = await readdir(folder, { withFileTypes: true });
    const others = entries.filter((entry) => entry.isFile() && !known.has(entry.name));
    if (others.length > MAX_NEEDLESS_FILES) return false;
    const sizes = await Promise.all(others.map(async ({ name }) => (await lstat(`${folder}/${name}`)).size));
    return sizes.reduce((sum, size) => sum + size, 0) <= MAX_NEEDLESS_BYTES;
  } catch {
    // Something has changed meanwhile, or may not be read: ripgrep says what for each file.
    return false;
  }
}
