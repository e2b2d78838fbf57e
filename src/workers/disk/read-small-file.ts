import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { isMissingError } from './is-missing-error.js';

// Far more rules than people write, yet their compiled form still fits into the memory of every walking thread.
const MAX_BYTES = 16 * 1024 * 1024;

/** A rule file, or one of git's own files. */
export interface SmallFile {
  readonly text: string;
  /** When the file, or its directory entry, last changed. Units: milliseconds since 1970. */
  readonly changedAtMs: number;
}

/**
 * The text of a file; `null` when there is none. Opening a pipe or a device does not block.
 * Pass `followsLinks: false` for a `.gitignore`: git follows a link to an excludes file, but not one named
 * `.gitignore`.
 * Errors: those of `fs`; an `Error` when the path is no regular file or the file is too large.
 */
export function readSmallFile(path: string, followsLinks: boolean): SmallFile | null {
  const noFollow = followsLinks ? 0 : (constants.O_NOFOLLOW ?? 0);
  const fd = openIfThere(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  if (fd === null) return null;
  try {
    const stats = fstatSync(fd);
    const problem = problemOf(stats);
    if (problem !== null) throw new Error(problem);
    return { text: readFileSync(fd, 'utf8'), changedAtMs: Math.max(stats.ctimeMs, stats.mtimeMs) };
  } finally {
    closeSync(fd);
  }
}

function problemOf(stats: Stats): string | null {
  if (stats.isDirectory()) return 'it is a directory';
  if (!stats.isFile()) return 'it is not a file';
  if (stats.size > MAX_BYTES) return `it has ${stats.size} bytes, ${MAX_BYTES} are read at most`;
  return null;
}

function openIfThere(path: string, flags: number): number | null {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (isMissingError(error)) return null;
    throw error;
  }
}
