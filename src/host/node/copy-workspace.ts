import { constants } from 'node:fs';
import { cp, lstat, readFile, rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { SettingsError } from '../../actors/protocol/errors.js';
import { errorCode } from '../../actors/protocol/errors/error-code.js';
import { makeFolder } from '../../workers/disk/make-folder.js';
import { liesInside } from './lies-inside.js';

// As other programs make folders; the umask takes away what the person gives nobody.
const PUBLIC = 0o777;

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Called now and then with how many files there are so far. */
  readonly onProgress: (files: number) => void;
}

/**
 * Copies a workspace with all its files, ignored ones included, to a folder that does not exist yet. A `.git` file whose
 * repository lies elsewhere is left out: what is done in the copy would be done to that repository.
 * Resolves to the paths that were left out. Errors: `SettingsError` for a folder that cannot be used; the signal's reason.
 */
export async function copyWorkspace(
  root: string,
  target: string,
  { signal, onProgress }: CopyOptions,
): Promise<readonly string[]> {
  if (liesInside(target, [root]) || liesInside(root, [target]))
    throw refuse(`${target} lies in the workspace, or the workspace in it: name a folder elsewhere.`);
  await expectAbsent(target);
  await makeFolder(dirname(target), PUBLIC);
  const omitted: string[] = [];
  let files = 0;
  const isCopied = async (path: string): Promise<boolean> => {
    signal.throwIfAborted();
    files += 1;
    onProgress(files);
    const stats = await lstat(path);
    if (basename(path) === '.git' && stats.isFile() && (await leadsOut(path, root))) {
      omitted.push(path);
      return false;
    }
    // A socket or a pipe cannot be copied, and is nothing without its program.
    return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
  };
  try {
    await cp(root, target, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      force: true,
      mode: constants.COPYFILE_FICLONE,
      filter: isCopied,
    });
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
  return omitted;
}

/** Errors: `SettingsError`. */
async function expectAbsent(path: string): Promise<void> {
  try {
    await lstat(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return;
    throw refuse(`${path} cannot be used (${code ?? 'unknown error'}): name another folder.`, error);
  }
  throw refuse(`${path} is there already: name a folder that is not.`);
}

/** Whether a `.git` file names a repository outside of the workspace. */
async function leadsOut(path: string, root: string): Promise<boolean> {
  const text = await readFile(path, 'utf8');
  const [, named] = /^gitdir: (.*)$/m.exec(text) ?? [];
  return named === undefined || !liesInside(resolve(dirname(path), named), [root]);
}

function refuse(message: string, cause?: unknown): SettingsError {
  return new SettingsError(message, { setting: 'into' }, { cause });
}
