import { join } from 'node:path';
import type { ToolContext } from '../../protocol/tool.js';
import type { AbsPath, GrepRequest, GrepSummary, RelPath, UnfinishedFile } from '../../protocol/workspace.js';
import { isInside } from '../../runtime/paths/is-inside.js';
import type { ToolDeps } from '../gate/tool-deps.js';

/** A matching line, shortened for display. */
export interface FoundLine {
  readonly root: AbsPath;
  readonly path: RelPath;
  readonly line: number;
  readonly text: string;
}

/** All matching lines up to a limit, ordered by root, path and line. */
export interface FoundLines {
  readonly lines: readonly FoundLine[];
  readonly summary: GrepSummary;
}

// More lines than anybody pages through; their count still tells how common the query is.
const MAX_LINES = 10_000;
// A longer line is minified code or data, of which only the text around its matches matters.
const MAX_LINE_CHARS = 500;

/** The query and its scope. */
export interface GrepLinesRequest {
  readonly text: string;
  readonly isRegex: boolean;
  readonly where: Pick<GrepRequest, 'root' | 'under'>;
  readonly context: ToolContext;
}

/**
 * Searches file contents, with unsaved files as they are in the editor. Collects and sorts all matches before any is
 * shown, because threads report them in varying order; so the same page has the same matches every time.
 * Errors: `PatternSyntaxError` for an invalid regular expression; those of `Ref.ask`.
 */
export async function grepLines(
  { workspace, files }: Pick<ToolDeps, 'workspace' | 'files'>,
  { text: pattern, isRegex, where, context: { roots, signal } }: GrepLinesRequest,
): Promise<FoundLines> {
  const { root, under = '' as RelPath } = where;
  const places = root === undefined ? roots : [join(root, under)];
  const all = (await files.listUnsaved?.()) ?? [];
  const unsaved = all.filter(({ path }) => places.some((place) => isInside(place, path)));
  const batches = await workspace.ask(
    'grep',
    {
      pattern,
      isRegex,
      caseSensitive: 'smart',
      unsaved,
      contextLines: 0,
      maxLineChars: MAX_LINE_CHARS,
      maxMatches: MAX_LINES,
      ...where,
    },
    { signal },
  );
  const lines: FoundLine[] = [];
  let summary: GrepSummary = { filesSearched: 0, matches: 0, isCapped: false, unreadable: 0 };
  for await (const batch of batches) {
    signal.throwIfAborted();
    for (const { root, path, line, text, lineChars } of batch.matches) {
      const cut = lineChars === undefined ? '' : ` [cut: the line has ${lineChars} characters]`;
      lines.push({ root, path, line, text: `${text}${cut}` });
    }
    summary = batch.summary ?? summary;
  }
  const rank = new Map(roots.map((root, index) => [root, index]));
  // The sort is stable, and the lines of a file arrive in order.
  lines.sort((a, b) => (rank.get(a.root) ?? 0) - (rank.get(b.root) ?? 0) || compareText(a.path, b.path));
  return { lines, summary };
}

/** A hint for a query without matches: `grep` without `-E` writes alternatives as `\|`. */
export function describeDialect(query: string, isRegex: boolean): string[] {
  return isRegex && /(?<!\\)(?:\\\\)*\\\|/.test(query)
    ? [String.raw`(\| is the character | here; alternatives are written a|b.)`]
    : [];
}

/** Names the files in which lines were skipped; empty when there are none. */
export function describeUnfinished(
  { unfinished = [] }: GrepSummary,
  show: (file: UnfinishedFile) => string,
): string[] {
  return unfinished.map(
    (file) =>
      `(${show(file)} was searched but for line ${file.line} and lines like it, on which the pattern takes too long. They may match.)`,
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
