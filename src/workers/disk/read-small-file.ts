import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { isGone } from './is-missing-error.js';

// Far more rules than people write, and what their compiled form takes in every thread that walks can be borne.
const MAX_BYTES = 16 * 1024 * 1024;

/** A file of rules, or of git's own. */
export interface SmallFile {
  readonly text: string;
  /** Units: milliseconds since 1970. When the file, or its place, last changed. */
  readonly changedAtMs: number;
}

/**
 * What is written in a file, `null` when there is none. A pipe or a device in its place is not waited for.
 * git follows a link to an excludes file, but never one that is called `.gitignore`: there `followsLinks` is false.
 * Errors: those of `fs`; an `Error` when it is no file, or too large.
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
    if (isGone(error)) return null;
    throw error;
  }
}
