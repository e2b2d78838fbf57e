import { posix } from 'node:path';

/**
 * The file that a relative import means: `.js` is written, `.ts` or `.tsx` is meant. Shape: paths below `src`.
 * A file that does not exist is still a path whose folder can be judged.
 */
export function resolveImport(file: string, specifier: string, exists: (file: string) => boolean): string {
  const written = posix.join(posix.dirname(file), specifier);
  if (!written.endsWith('.js')) return written;
  const stem = written.slice(0, -'.js'.length);
  return exists(`${stem}.tsx`) ? `${stem}.tsx` : `${stem}.ts`;
}
