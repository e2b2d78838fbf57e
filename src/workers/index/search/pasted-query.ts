import { fileURLToPath } from 'node:url';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { AbsPath, FilePlace } from '../../../actors/protocol/workspace.js';

/** An import with this extension may name a source file with another one. */
export const COMPILED_EXTENSION = /\.[cm]?jsx?$/;

/** A query read as a pasted path: from a terminal, a diff, a log, a chat or an import statement. */
export interface PastedQuery {
  /** The query without quotes, brackets or a position; an absolute path below the root becomes relative. */
  readonly text: string;
  /** The position in the file, when the query has one. */
  readonly place?: FilePlace;
  /** Whether anything was removed from the query to get `text`. */
  readonly isUnwrapped: boolean;
  /** Whether the query starts like a pasted path and not like a search that a user types. */
  readonly isAddress: boolean;
  /**
   * The last segments of the file's path, its name last, possibly without its extension.
   * Empty when the query has a single segment and no sign of having been pasted.
   */
  readonly segments: readonly string[];
  /** Whether the segments were separated by dots or colons, as in module names. */
  readonly isModule: boolean;
}

// A path quoted in a sentence or a statement: `import x from './x';`, `File "x.py", line 3`, `#include <x.h>`.
const QUOTED = /(?:(["'`])([^"'`\s]+)\1|<([^<>\s]+)>)/;
const QUOTES = '"\'`';
const ENDS = `${QUOTES},;`;
const BRACKETS = /^(?:<(.*)>|\((.*)\)|\[(.*)\]|\{(.*)\})$/;
const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;

// `:12`, `:12:3`, `:12-20`, `#L7`, `#L7C3-L9`, `(12,3)`, `, line 12, column 3`. The number may be incomplete.
const PLACES = [
  /:(\d*)(?::(\d*))?(?:-\d*(?::\d*)?)?:?$/,
  /#(?:L(\d*)(?:C(\d+))?(?:-L?\d*(?:C\d*)?)?)?$/,
  /\s?\((\d*)(?:[,:]\s?(\d*))?\)?$/,
  /,? line (\d+)(?:,? col(?:umn)? (\d+))?\b.*$/,
];

// The start of an absolute path, a relative path, an alias or a scoped package.
const ADDRESS = /^(?:\.{0,2}\/|[@~#]|[a-z]:\/)/i;
// `@/x`, `~/x` and `#/x` are aliases of some folder; `C:` is a drive.
const NO_NAME = /^(?:\.{0,2}|[@~#]|[a-z]:)$/i;
const MODULE = /^\.*[\p{L}_$][\p{L}\d_$-]*(?:(?:\.|::)[\p{L}_$][\p{L}\d_$-]*)+$/u;
const SELF = new Set(['crate', 'self', 'super']);

// A path with its surroundings; a longer text is no path.
const MAX_LENGTH = 8192;
// A position in quotes in brackets, for example; nobody wraps a path more often.
const MAX_WRAPPERS = 4;

/** Reads a query as a pasted path. `root` is the searched folder. */
export function readPastedQuery(query: string, root: AbsPath): PastedQuery {
  const typed = query.trim();
  if (typed.length > MAX_LENGTH) {
    return { text: typed, isUnwrapped: false, isAddress: false, isModule: false, segments: [] };
  }
  const { text: bare, place } = unwrap(typed);
  const path = pathOf(bare).replaceAll('\\', '/').replaceAll(/\/+/g, '/');
  const prefix = `${root.replaceAll('\\', '/')}/`;
  const text = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  const isUnwrapped = bare !== typed || SCHEME.test(bare) || text.length < path.length;
  const isAddress = SCHEME.test(bare) || ADDRESS.test(path);
  const isModule = !text.includes('/') && MODULE.test(text);
  const segments = isModule
    ? text.split(/\.|::/).filter((name) => name !== '' && !SELF.has(name))
    : text.split('/').filter((name) => !NO_NAME.test(name));
  const isPath = segments.length > 1 || isUnwrapped || isAddress;
  return {
    text,
    isUnwrapped,
    isAddress,
    isModule,
    segments: isPath ? segments : [],
    ...omitUndefined({ place }),
  };
}

/** A text without its surroundings, and the position that they named. */
type Unwrapped = Pick<PastedQuery, 'text' | 'place'>;

/** Removes quotes, brackets and a position from a text, in whatever order they are nested. */
function unwrap(typed: string): Unwrapped {
  let text = typed;
  let place: FilePlace | undefined;
  const quoted = /\s/.test(typed) ? QUOTED.exec(typed) : null;
  if (quoted !== null) {
    text = quoted[2] ?? quoted[3] ?? '';
    place = cutPlace(typed.slice(quoted.index + quoted[0].length))?.place;
  }
  for (let layer = 0; layer < MAX_WRAPPERS; layer++) {
    const before = text;
    const inside = BRACKETS.exec(text)
      ?.slice(1)
      .find((part) => part !== undefined);
    text = trimQuotes(inside ?? text).trim();
    const cut = cutPlace(text);
    if (cut !== undefined) {
      ({ text } = cut);
      place ??= cut.place;
    }
    if (text === before) break;
  }
  // `:` and `"` alone may be file names.
  if (text === '') return { text: typed };
  return place === undefined ? { text } : { text, place };
}

/** A loop, because a regular expression anchored at the end would be tried at each character. */
function trimQuotes(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && QUOTES.includes(text.charAt(from))) from++;
  while (to > from && ENDS.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

function cutPlace(text: string): Unwrapped | undefined {
  for (const pattern of PLACES) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [, line = '', column = ''] = found;
    const rest = { text: text.slice(0, found.index) };
    if (Number(line) < 1) return rest;
    const place = { line: Number(line), ...(Number(column) < 1 ? {} : { column: Number(column) }) };
    return { ...rest, place };
  }
  return undefined;
}

/** The path of a URL; any other text unchanged. */
function pathOf(text: string): string {
  if (!SCHEME.test(text)) return text;
  try {
    const url = new URL(text);
    return url.protocol === 'file:' ? fileURLToPath(url) : decodeURIComponent(url.pathname);
  } catch {
    return text.replace(SCHEME, '/');
  }
}
