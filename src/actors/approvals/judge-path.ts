import { isAbsolute, parse, relative, resolve, sep } from 'node:path';
import type { Word } from './word.js';

/** Where a command runs, and what it may reach. */
export interface Surroundings {
  /** Absolute folders that may be read. */
  readonly roots: readonly string[];
  /** The folder that the line starts in. */
  readonly cwd: string;
  /** Whether nothing outside the roots and the temporary folder can be written while it runs. Default false. */
  readonly isSandboxed?: boolean;
  /** The path with all links in it followed; the path itself where there is nothing. Default: there are no links. */
  readonly followLinks?: (path: string) => string;
  /** Default: what a glob stands for is not known. */
  readonly expandGlob?: ExpandGlob;
}

/**
 * The paths that the shell may put in the place of a glob, which are all that it does and seldom more: absolute, or
 * relative to the folder. `undefined` when they are too many to look at.
 */
export type ExpandGlob = (folder: string, glob: string) => readonly string[] | undefined;

// Deeper than projects are. Each part of a path is looked up, on the thread that everybody waits for.
const MAX_SEGMENTS = 32;

const HARMLESS = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr']);

// Not files, even where a root holds them: bash itself opens connections for names below `/dev/tcp`.
const SYSTEM = /^\/(?:dev|proc|sys)(?:\/|$)/;

/** What a word that names a file stands for. */
export interface ReadPath {
  /** Absolute, with and without links followed. Of a glob the folder before it as well. */
  readonly paths: readonly string[];
  /** Why it may not be used. Without paths: it may stand for any file. */
  readonly problem?: string;
}

/** Reads a word that names a file, from any of the folders that the command may run in. */
export function readPath(word: Word, cwds: readonly string[], around: Surroundings): ReadPath {
  const { value, source, glob } = word;
  const unknown = (problem: string): ReadPath => ({ paths: [], problem: `uses ${problem}` });
  if (value === undefined) return unknown(`"${source}", which is not known before it runs`);
  if (value === '-' || HARMLESS.has(value)) return { paths: [] };
  if (word.startsAtHome) return unknown(`${source}, outside the workspace`);
  // Git's names for versions and files of old have backslashes nowhere, and Windows has drives.
  if (value.includes('\\') || /^[A-Za-z]:[\\/]/.test(value))
    return unknown(`${source}, a path that is read in more than one way`);
  if (value.split('/').length > MAX_SEGMENTS) return unknown(`${source}, a path that is too deep to follow`);
  const { followLinks = (path: string) => path } = around;
  const outside = `${source}, outside the workspace`;
  const isOutside = (path: string): boolean => SYSTEM.test(path) || !isInside(path, around.roots);
  const find = (cwd: string, path: string): string[] => [resolve(cwd, path), walk(cwd, path, followLinks)];
  const paths = new Set<string>();
  for (const cwd of cwds) {
    const fixed = glob === undefined ? value : value.slice(0, value.search(/[*?[]/)).replace(/[^/]*$/, '');
    const found = find(cwd, fixed);
    for (const path of found) paths.add(path);
    if (glob === undefined) continue;
    // What comes behind a glob may lead back out.
    if (/(?:^|\/)\.\.(?:\/|$)/.test(value)) return unknown(`${source}, which may lead outside`);
    if (found.some(isOutside)) return unknown(outside);
    const matches = around.expandGlob?.(cwd, glob);
    if (matches === undefined)
      return unknown(`${source}, which may stand for more files than can be looked at`);
    for (const match of matches) for (const path of find(cwd, match)) paths.add(path);
  }
  return { paths: [...paths], ...([...paths].some(isOutside) ? { problem: `uses ${outside}` } : {}) };
}

/** Where the system arrives: behind a link, `..` is the folder above what the link leads to. */
export function walk(cwd: string, path: string, followLinks: (path: string) => string): string {
  const start = isAbsolute(path) ? parse(path).root : followLinks(cwd);
  return path.split('/').reduce((folder, name) => followLinks(resolve(folder, name)), start);
}

/** Whether a path is one of the roots or lies below one. */
export function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    const name = relative(root, path);
    return name !== '..' && !name.startsWith(`..${sep}`) && !isAbsolute(name);
  });
}
