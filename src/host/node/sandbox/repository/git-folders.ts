import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { isThereSync } from '../../../../workers/disk/is-there.js';
import { lstatIfReadable } from '../../../../workers/disk/lstat-if-readable.js';

/** A repository as git finds it. All paths but `marker` have their links resolved. */
export interface Repository {
  /** The `.git` of a work tree: a folder, a file or a link; or the folder of a bare repository. */
  readonly marker: string;
  /** Where the index and HEAD of this work tree are. */
  readonly gitFolder: string;
  /** Where settings, hooks and objects are: another folder than `gitFolder` in a linked work tree. */
  readonly commonFolder: string;
  /** Whether the marker leads to nothing that is known here: the other paths are the marker itself then. */
  readonly isUnclear?: boolean;
}

// git reads no longer `.git` file. Units: bytes. Source: `read_gitfile_gently` in git's setup.c.
const MAX_POINTER_BYTES = 1_048_576;

/** The repository that a `.git`, or the folder of a bare repository, leads to; `undefined` if it leads nowhere. */
export function readRepository(marker: string): Repository | undefined {
  const stat = lstatIfReadable(marker);
  const target = stat?.isFile() === true ? readPointer(marker, 'gitdir: ') : marker;
  const gitFolder = target === undefined ? undefined : resolveLinks(target);
  if (gitFolder === undefined) return undefined;
  const common = readPointer(join(gitFolder, 'commondir'), '');
  const commonFolder = common === undefined ? gitFolder : (resolveLinks(common) ?? gitFolder);
  return { marker, gitFolder, commonFolder };
}

/** The repository whose work tree contains a folder. */
export function findEnclosing(folder: string): Repository | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const repository = readRepository(join(at, '.git'));
    if (repository !== undefined && isRepository(repository)) return repository;
    if (dirname(at) === at) return undefined;
  }
}

/** Whether git would take these folders for a repository. */
export function isRepository({ gitFolder, commonFolder }: Repository): boolean {
  return [join(gitFolder, 'HEAD'), join(commonFolder, 'objects'), join(commonFolder, 'refs')].every(
    isThereSync,
  );
}

/**
 * Whether the repository knows this work tree as its own: its folders lie next to it, or it points back. The `.git` file
 * of somebody's clone may name any folder of this machine.
 */
export function isAcknowledged({ marker, gitFolder, commonFolder }: Repository, tree: string): boolean {
  if (isInside(tree, gitFolder) && isInside(tree, commonFolder)) return true;
  const back = readPointer(join(gitFolder, 'gitdir'), '');
  if (back !== undefined && resolveLinks(back) === resolveLinks(marker)) {
    return isInside(join(commonFolder, 'worktrees'), gitFolder);
  }
  const outer = findEnclosing(dirname(tree));
  return outer !== undefined && isInside(join(outer.commonFolder, 'modules'), commonFolder);
}

/** The path in a file of git's, read as git does: without line ends behind it, and only to the first NUL. */
function readPointer(file: string, prefix: string): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > MAX_POINTER_BYTES) return undefined;
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    // JavaScript has no word for a path that is no UTF-8.
    if (!Buffer.from(text).equals(bytes)) return undefined;
    const [path = ''] = text.replace(/[\r\n]+$/, '').split('\0');
    if (!path.startsWith(prefix) || path === prefix) return undefined;
    return resolve(dirname(file), path.slice(prefix.length));
  } catch {
    return undefined;
  }
}

function resolveLinks(path: string): string | undefined {
  try {
    // Most paths lead nowhere, and an error takes ten times as long as a look.
    return existsSync(path) ? realpathSync.native(path) : undefined;
  } catch {
    return undefined;
  }
}
