import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { listSafePath } from './safe-path.js';

/**
 * The first program of that name on the `PATH`, `undefined` when it is not installed. Only absolute folders count in which
 * no file of the roots can be: a repository may bring programs of its own, and a `PATH` may name its folder for them.
 * Shape: `name` has no ending; the path is absolute.
 */
export function findProgram(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  roots: readonly string[],
): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  // Windows knows the names of variables by their letters alone.
  const path = Object.entries(environment).find(([key]) =>
    process.platform === 'win32' ? key.toUpperCase() === 'PATH' : key === 'PATH',
  )?.[1];
  return listSafePath(path ?? '', roots)
    .map((folder) => join(folder, file))
    .find((program) => existsSync(program) && isExecutable(program));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
