import { lstatSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';
import { nameOf } from '../../actors/protocol/rel-path.js';
import { absolutePath } from '../disk/absolute-path.js';
import type { DirectoryGroup } from './directory-groups.js';

// For fewer files it is not worth reading their directory.
const MIN_FILES = 4;
// ripgrep reads this much more than it has to in a fraction of a millisecond. Units: files of one directory, bytes.
const MAX_NEEDLESS_FILES = 20;
const MAX_NEEDLESS_BYTES = 1 << 18;
// Directories that are read at the same time. Looking at their times takes half a millisecond.
const READ_AT_ONCE = 64;
// Some megabytes; a repository of 100,000 files has some 10,000 directories.
const MAX_REMEMBERED = 1 << 15;

/** An argument of ripgrep, and the files that are wanted of it. */
export interface RipgrepTarget {
  /** One file, or a directory that is searched without those below it. */
  readonly path: RelPath;
  readonly files: readonly RelPath[];
}

/** A directory that had hardly any other file. */
interface Seen {
  readonly modifiedMs: number;
  readonly fileCount: number;
}

/**
 * Chooses the arguments that make ripgrep search some files: directories that contain hardly any other file, and the
 * files of all others. ripgrep takes a third less time for a directory than for its files by name. A directory is read
 * again when it has changed: an outdated answer costs time and changes no result.
 */
export class TargetChooser {
  readonly #seen = new Map<AbsPath, Seen>();

  async choose(root: AbsPath, groups: readonly DirectoryGroup[]): Promise<readonly RipgrepTarget[]> {
    const targets: RipgrepTarget[] = [];
    for (let at = 0; at < groups.length; at += READ_AT_ONCE) {
      const chosen = groups.slice(at, at + READ_AT_ONCE).map(async ({ directory, files }) => {
        const isWhole =
          files.length >= MIN_FILES && (await this.#hasFewOthers(absolutePath(root, directory), files));
        return isWhole ? [{ path: directory, files }] : files.map((path) => ({ path, files: [path] }));
      });
      for (const found of await Promise.all(chosen)) targets.push(...found);
      await yieldToEventLoop();
    }
    return targets;
  }

  async #hasFewOthers(folder: AbsPath, files: readonly RelPath[]): Promise<boolean> {
    try {
      const modifiedMs = lstatSync(folder).mtimeMs;
      const seen = this.#seen.get(folder);
      if (seen?.modifiedMs === modifiedMs && seen.fileCount === files.length) return true;
      const hasFew = await readsFewOthers(folder, files);
      if (this.#seen.size >= MAX_REMEMBERED) this.#seen.clear();
      if (hasFew) this.#seen.set(folder, { modifiedMs, fileCount: files.length });
      return hasFew;
    } catch {
      // Something has changed meanwhile, or may not be read: ripgrep says what for each file.
      return false;
    }
  }
}

async function readsFewOthers(folder: AbsPath, files: readonly RelPath[]): Promise<boolean> {
  const names = await readdir(folder);
  // No name is looked up in most directories: they have no others.
  if (names.length <= files.length) return true;
  const known = new Set(files.map(nameOf));
  const stats = names.filter((name) => !known.has(name)).map((name) => lstat(`${folder}/${name}`));
  const others = (await Promise.all(stats)).filter((stat) => stat.isFile());
  return (
    others.length <= MAX_NEEDLESS_FILES &&
    others.reduce((sum, { size }) => sum + size, 0) <= MAX_NEEDLESS_BYTES
  );
}
