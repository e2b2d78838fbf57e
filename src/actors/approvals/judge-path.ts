import { isAbsolute, parse, resolve } from 'node:path';
import { isInsideAny } from '../runtime/paths/is-inside.js';
import { isPublicPath } from './public-paths.js';
import type { Word } from './syntax/word.js';

/** The environment of a command, and what it may access. */
export interface PathContext {
  /** Absolute paths of the folders that it may read. */
  readonly roots: readonly string[];
  /** The working directory at the start of the line. */
  readonly cwd: string;
  /** Whether a sandbox prevents writes outside the roots and the temporary folder. Default: false. */
  readonly isSandboxed?: boolean;
  /**
   * Resolves all symbolic links in a path; returns the path itself where nothing exists. Default: there are no links.
   */
  readonly followLinks?: (path: string) => string;
  /** Default: the matches of globs are unknown. */
  readonly expandGlob?: ExpandGlob;
}

/**
 * The paths that the shell may substitute for a glob: every one that it does, and few others. Absolute, or relative to
 * `folder`. `undefined` when there are too many.
 */
export type ExpandGlob = (folder: string, glob: string) => readonly string[] | undefined;

// Deeper than any project. Each segment costs a look-up on the main thread.
const MAX_SEGMENTS = 32;

const HARMLESS = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr']);

// Special files, even where a root contains them: bash itself opens connections for names below `/dev/tcp`.
const SYSTEM = /^\/(?:dev|proc|sys)(?:\/|$)/;

/** What a word that names a file resolves to. */
interface ResolvedPath {
  /** Absolute, both with and without symbolic links resolved. For a glob also the folder before it. */
  readonly paths: readonly string[];
  /** Why the word may not be used. Without paths: it may name any file. */
  readonly problem?: string;
}

/**
 * Resolves a word that names a file, from each folder in which the command may run.
 * @param access What is done with the file: with `read`, what each system has counts as inside. Default: anything.
 */
export function resolvePath(
  word: Word,
  cwds: readonly string[],
  around: PathContext,
  access: 'read' | 'any' = 'any',
): ResolvedPath {
  const { value, source, glob } = word;
  const unknown = (problem: string): ResolvedPath => ({ paths: [], problem: `uses ${problem}` });
  if (value === undefined) return unknown(`"${source}", which is not known before it runs`);
  if (value === '-' || HARMLESS.has(value)) return { paths: [] };
  if (word.startsAtHome) return unknown(`${source}, outside the workspace`);
  // A backslash occurs neither in git's revisions nor in ordinary file names, and Windows has drive letters.
  if (value.includes('\\') || /^[A-Za-z]:[\\/]/.test(value))
    return unknown(`${source}, a path that is read in more than one way`);
  if (value.split('/').length > MAX_SEGMENTS) return unknown(`${source}, a path that is too deep to follow`);
  const { followLinks = (path: string) => path } = around;
  const outside = `${source}, outside the workspace`;
  const isPublic = (path: string): boolean =>
    access === 'read' && isPublicPath(path, around.isSandboxed === true);
  const isOutside = (path: string): boolean =>
    !isPublic(path) && (SYSTEM.test(path) || !isInsideAny(around.roots, path));
  const find = (cwd: string, path: string): string[] => [
    resolve(cwd, path),
    resolveThroughLinks(cwd, path, followLinks),
  ];
  const paths = new Set<string>();
  for (const cwd of cwds) {
    const fixed = glob === undefined ? value : value.slice(0, value.search(/[*?[]/)).replace(/[^/]*$/, '');
    const found = find(cwd, fixed);
    for (const path of found) paths.add(path);
    if (glob === undefined) continue;
    // A `..` after a glob may lead outside again.
    if (/(?:^|\/)\.\.(?:\/|$)/.test(value)) return unknown(`${source}, which may lead outside`);
    if (found.some(isOutside)) return unknown(outside);
    const matches = around.expandGlob?.(cwd, glob);
    if (matches === undefined)
      return unknown(`${source}, which may stand for more files than can be looked at`);
    for (const match of matches) for (const path of find(cwd, match)) paths.add(path);
  }
  return { paths: [...paths], ...([...paths].some(isOutside) ? { problem: `uses ${outside}` } : {}) };
}

/** Resolves a path as the system does: after a symbolic link, `..` is the parent of the link's target. */
export function resolveThroughLinks(
  cwd: string,
  path: string,
  followLinks: (path: string) => string,
): string {
  const start = isAbsolute(path) ? parse(path).root : followLinks(cwd);
  return path.split('/').reduce((folder, name) => followLinks(resolve(folder, name)), start);
}
