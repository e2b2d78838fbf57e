import { fileURLToPath } from 'node:url';
import type { AbsPath, FilePlace } from '../../../actors/protocol/workspace.js';

/** What a program imports by this extension may have another one before it is compiled. */
export const COMPILED_EXTENSION = /\.[cm]?jsx?$/;

/** A query as a path that was pasted: from a terminal, a diff, a log, a chat, or from what a program imports. */
export interface PastedQuery {
  /** The query without what a path is wrapped in elsewhere; below the root where it was an absolute path there. */
  readonly text: string;
  /** Where in the file, when the query says so. */
  readonly place?: FilePlace;
  /** Whether `text` is less than the query. */
  readonly isUnwrapped: boolean;
  /** Whether the query begins as a pasted path does, and not as what a person types to find a file. */
  readonly isAddress: boolean;
  /**
   * The names that the path of a file may end with, the file's own as the last one, maybe without its extension.
   * None where the query has but one name, and nothing says that it was pasted.
   */
  readonly segments: readonly string[];
  /** Whether dots or colons part the segments, as modules of a language are written. */
  readonly isModule: boolean;
}

// In the middle of a sentence or a statement: `import x from './x';`, `File "x.py", line 3`, `#include <x.h>`.
const QUOTED = /(?:(["'`])([^"'`\s]+)\1|<([^<>\s]+)>)/;
const QUOTES = '"\'`';
const ENDS = `${QUOTES},;`;
const BRACKETS = /^(?:<(.*)>|\((.*)\)|\[(.*)\]|\{(.*)\})$/;
const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;

// `:12`, `:12:3`, `:12-20`, `#L7`, `#L7C3-L9`, `(12,3)`, `, line 12, column 3`. The number may still be on its way.
const PLACES = [
  /:(\d*)(?::(\d*))?(?:-\d*(?::\d*)?)?:?$/,
  /#(?:L(\d*)(?:C(\d+))?(?:-L?\d*(?:C\d*)?)?)?$/,
  /\s?\((\d*)(?:[,:]\s?(\d*))?\)?$/,
  /,? line (\d+)(?:,? col(?:umn)? (\d+))?\b.*$/,
];

// What begins a path from the root of something, a relative one, an alias, a package of a scope.
const ADDRESS = /^(?:\.{0,2}\/|[@~#]|[a-z]:\/)/i;
// `@/x`, `~/x` and `#/x` are aliases of some folder; `C:` is a drive.
const NO_NAME = /^(?:\.{0,2}|[@~#]|[a-z]:)$/i;
const MODULE = /^\.*[\p{L}_$][\p{L}\d_$-]*(?:(?:\.|::)[\p{L}_$][\p{L}\d_$-]*)+$/u;
const SELF = new Set(['crate', 'self', 'super']);

// A path and what is around it; a longer text is no path.
const MAX_LENGTH = 8192;
// Quotes in brackets with a place in them; nobody wraps a path in more.
const MAX_WRAPPERS = 4;

/** Reads a query as a pasted path. `root` is the folder whose files are searched. */
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
    ...(place === undefined ? {} : { place }),
  };
}

/** A text without what was around it, and the place in the file that this named. */
type Unwrapped = Pick<PastedQuery, 'text' | 'place'>;

/** Takes quotes, brackets and a place in the file off a text, whichever way they are put around each other. */
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
  // `:` and `"` may be names.
  if (text === '') return { text: typed };
  return place === undefined ? { text } : { text, place };
}

/** By hand: a regular expression for the end of a text begins anew at each place in it. */
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

/** The path in a URL; a text that is none as it is. */
function pathOf(text: string): string {
  if (!SCHEME.test(text)) return text;
  try {
    const url = new URL(text);
    return url.protocol === 'file:' ? fileURLToPath(url) : decodeURIComponent(url.pathname);
  } catch {
    return text.replace(SCHEME, '/');
  }
}
