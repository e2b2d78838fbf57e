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
}

// Deeper than projects are. Each part of a path is looked up, on the thread that everybody waits for.
const MAX_SEGMENTS = 32;

const HARMLESS = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr']);

// Not files, even where a root holds them: bash itself opens connections for names below `/dev/tcp`.
const SYSTEM = /^\/(?:dev|proc|sys)(?:\/|$)/;

/** Absolute paths that a word may stand for, or why it may not be used. A glob stands for the folder before it. */
export type ReadPath = { readonly paths: readonly string[] } | { readonly problem: string };

/** Reads a word that names a file, from any of the folders that the command may run in. */
export function readPath(word: Word, cwds: readonly string[], around: Surroundings): ReadPath {
  const { value, source } = word;
  if (value === undefined) return { problem: `uses "${source}", which is not known before it runs` };
  if (value === '-' || HARMLESS.has(value)) return { paths: [] };
  if (word.startsAtHome) return { problem: `uses ${source}, outside the workspace` };
  // Git's names for versions and files of old have backslashes nowhere, and Windows has drives.
  if (value.includes('\\') || /^[A-Za-z]:[\\/]/.test(value))
    return { problem: `uses ${source}, a path that is read in more than one way` };
  if (value.split('/').length > MAX_SEGMENTS)
    return { problem: `uses ${source}, a path that is too deep to follow` };
  const fixed = word.hasGlob ? value.slice(0, value.search(/[*?[]/)).replace(/[^/]*$/, '') : value;
  // What comes behind a glob may lead back out.
  if (word.hasGlob && /(?:^|\/)\.\.(?:\/|$)/.test(value))
    return { problem: `uses ${source}, which may lead outside` };
  const { followLinks = (path: string) => path } = around;
  const paths = new Set(cwds.flatMap((cwd) => [resolve(cwd, fixed), walk(cwd, fixed, followLinks)]));
  const isOutside = [...paths].some((path) => SYSTEM.test(path) || !isInside(path, around.roots));
  return isOutside ? { problem: `uses ${source}, outside the workspace` } : { paths: [...paths] };
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
