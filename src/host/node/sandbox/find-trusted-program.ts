import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { listSafePath } from './environment/safe-path.js';

/** The first program of this name on the PATH, where no file of the roots can be. */
export function findTrustedProgram(
  name: string,
  environment: NodeJS.ProcessEnv,
  roots: readonly string[],
): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name];
  return listSafePath(environment['PATH'] ?? '', roots)
    .flatMap((folder) => names.map((file) => join(folder, file)))
    .find((path) => existsSync(path) && isExecutable(path));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
