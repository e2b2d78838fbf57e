import { resolve } from 'node:path';
import { isInsideAny } from '../runtime/paths/is-inside.js';
import type { FileContext } from './judge-file.js';
import { resolvePath } from './judge-path.js';
import { readGitCall } from './programs/safe-git.js';
import type { Word } from './syntax/word.js';

// Deeper than any project.
const MAX_FOLDERS = 32;

/**
 * Why a call of git may use another repository than that of a root, as a phrase after the command; `undefined` when it
 * does not. A repository in a folder of the workspace, such as a fresh clone, may come with settings that name programs.
 * @param args The arguments of git.
 */
export function judgeRepository(args: readonly Word[], context: FileContext): string | undefined {
  const { folders } = readGitCall(args);
  let starts = context.cwds;
  for (const folder of folders) {
    const { paths, problem } = resolvePath(folder, starts, context);
    if (problem !== undefined) return problem;
    starts = paths;
  }
  return starts.some((start) => isInOtherRepository(start, context))
    ? 'uses a repository inside the workspace, whose settings may name programs'
    : undefined;
}

/** Whether git would find another repository on its way from a folder up to its root. Cost: three look-ups a folder. */
function isInOtherRepository(start: string, { roots, expandGlob }: FileContext): boolean {
  const has = (folder: string, name: string): boolean => expandGlob?.(folder, name)?.length !== 0;
  let folder = start;
  for (let count = 0; count < MAX_FOLDERS && !roots.includes(folder); count++) {
    if (!isInsideAny(roots, folder)) return true;
    // A bare repository needs no `.git`.
    if (has(folder, '.git') || (has(folder, 'HEAD') && has(folder, 'objects'))) return true;
    folder = resolve(folder, '..');
  }
  return !roots.includes(folder);
}
