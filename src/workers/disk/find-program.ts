import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

/**
 * The program of that name to start, `undefined` when it is not installed. Windows looks in the working directory first,
 * where a repository may have put a program of its own: there only absolute folders of the `PATH` count. Elsewhere the
 * name is enough. Shape: `name` has no ending.
 */
export function findProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  if (platform !== 'win32') return name;
  const path = Object.entries(env).find(([key]) => key.toLowerCase() === 'path')?.[1] ?? '';
  return path
    .split(win32.delimiter)
    .filter((folder) => win32.isAbsolute(folder))
    .map((folder) => win32.join(folder, `${name}.exe`))
    .find((program) => exists(program));
}
