import { toByteString } from './byte-string.js';
import { compileIgnoreGlob, type Glob, type GlobProblem } from './glob.js';

/** One line of gitignore syntax, parsed as git does. */
export interface Pattern {
  /** Starts with `!`: re-includes what matches. */
  readonly isNegated: boolean;
  /** Ends with `/`: matches directories only. */
  readonly isDirOnly: boolean;
  /** Matches a name at any depth instead of a path relative to its file. */
  readonly isNameOnly: boolean;
  /** The line without the marks above and without a leading slash. */
  readonly source: string;
  /** The compiled pattern, or why it can never match. */
  readonly glob: Glob | GlobProblem;
}

/**
 * The patterns of a file in the order of its lines. A generator, because all patterns of a large file would fill the
 * memory.
 * Shape: `text` is a `.gitignore` file, `info/exclude` or a global excludes file.
 */
export function* readPatterns(text: string, ignoreCase: boolean): Generator<Pattern, void, undefined> {
  for (let start = text.startsWith('\uFEFF') ? 1 : 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const pattern = readPattern(stripLineEnd(text.slice(start, end)), ignoreCase);
    if (pattern !== null) yield pattern;
    start = end + 1;
  }
}

/** git cuts one carriage return and treats the rest as a C string. */
function stripLineEnd(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const nul = line.indexOf('\0');
  return line.slice(0, nul < 0 ? end : Math.min(nul, end));
}

/** Parses one line; `null` for a blank line or a comment. */
export function readPattern(line: string, ignoreCase: boolean): Pattern | null {
  if (line.startsWith('#')) return null;
  let source = trimTrailingSpaces(line);
  if (source === '') return null;
  const isNegated = source.startsWith('!');
  if (isNegated) source = source.slice(1);
  const isDirOnly = source.endsWith('/');
  if (isDirOnly) source = source.slice(0, -1);
  // `**/name` equals `name`: both match at every depth.
  source = source.replace(/^\/?(?:\*{2,}\/)+(?=[^/]+$)/, '');
  const isNameOnly = !source.includes('/');
  if (source.startsWith('/')) source = source.slice(1);
  const glob = compileIgnoreGlob(toByteString(source), !isNameOnly, ignoreCase);
  return { isNegated, isDirOnly, isNameOnly, source, glob };
}

/** Trailing spaces do not count unless a backslash quotes them. A loop, because a regular expression is quadratic. */
function trimTrailingSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') end = ++at + 1;
    else if (line[at] !== ' ') end = at + 1;
  }
  return line.slice(0, end);
}
