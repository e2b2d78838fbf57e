import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

// Nobody else may read what Troupe keeps.
const PRIVATE = 0o700;

/**
 * Makes a folder with those above it that are missing; one that is there stays as it is. Resolves to the topmost that was
 * made; `undefined` when nothing was missing. Node's own `recursive` never returns below a folder in which nobody can make
 * one, such as `/proc`. `mode`: the permissions of each folder that is made. Default: this person's alone.
 * Errors: those of `mkdir` for the first folder that cannot be made.
 */
export async function makeFolder(path: string, mode = PRIVATE): Promise<string | undefined> {
  const steps = makeFromTop(path);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await tryToMake(step.value, mode));
  return step.value;
}

/** Does what `makeFolder` does, for a thread that may wait for the disk. */
export function makeFolderSync(path: string, mode = PRIVATE): string | undefined {
  const steps = makeFromTop(path);
  let step = steps.next();
  while (step.done !== true) step = steps.next(tryToMakeSync(step.value, mode));
  return step.value;
}

/** What became of one folder: made, there before, or the error. */
type Made = 'made' | 'present' | NodeJS.ErrnoException;

/** Yields each folder that is to be made: up from `path` to one whose parent is there, then down again. */
function* makeFromTop(path: string): Generator<string, string | undefined, Made> {
  const target = resolve(path);
  const missing: string[] = [];
  let at = target;
  let made = yield at;
  while (made instanceof Error) {
    if (made.code !== 'ENOENT' || dirname(at) === at) throw made;
    missing.push(at);
    at = dirname(at);
    made = yield at;
  }
  let top = made === 'made' ? at : undefined;
  for (const folder of missing.toReversed()) {
    made = yield folder;
    if (made instanceof Error) throw made;
    if (made === 'made') top ??= folder;
  }
  return top;
}

async function tryToMake(path: string, mode: number): Promise<Made> {
  try {
    await mkdir(path, { mode });
    return 'made';
  } catch (error) {
    // The error for a folder that is there depends on the system, and on who may write beside it.
    const found = await stat(path).catch(() => undefined);
    return found?.isDirectory() === true ? 'present' : (error as NodeJS.ErrnoException);
  }
}

function tryToMakeSync(path: string, mode: number): Made {
  try {
    mkdirSync(path, { mode });
    return 'made';
  } catch (error) {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isDirectory() === true ? 'present' : (error as NodeJS.ErrnoException);
  }
}
