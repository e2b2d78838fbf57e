import { relative, resolve } from 'node:path';
import { WorkspaceBoundaryError } from '../../actors/protocol/errors.js';
import type { GrepMatch, RelPath, SearchHit } from '../../actors/protocol/workspace.js';
import type { Workspace } from '../workspace.js';
import { ExitCode } from './exit-codes.js';
import type { Output } from './output.js';

/** What the commands that show the index at work are lent. */
export interface Inspection {
  readonly workspace: Workspace;
  readonly out: Output;
  /** What is no result. */
  readonly warnings: Output;
  readonly isJson: boolean;
  readonly signal: AbortSignal;
}

/** `troupe files`: every indexed file, in path order. */
export async function listFiles(
  { workspace, out, isJson, signal }: Inspection,
  options: { readonly directory?: string; readonly isNulSeparated: boolean },
): Promise<number> {
  const end = options.isNulSeparated ? '\0' : '\n';
  const under = toRelative(workspace, options.directory ?? '');
  for await (const { paths } of await workspace.files({ under, signal })) {
    const rows = isJson ? paths.map((path) => JSON.stringify({ path })) : paths;
    await out.write(rows.map((row) => (end === '\0' ? row : out.foreign(row)) + end).join(''));
    if (out.isGone) break;
  }
  return ExitCode.ok;
}

/** `troupe search`: paths that match a query, best first. */
export async function search(
  { workspace, out, isJson, signal }: Inspection,
  options: {
    readonly query: string;
    readonly base: string;
    readonly limit: number;
    readonly isFuzzy: boolean;
  },
): Promise<number> {
  const { hits } = await workspace.search(options.query, {
    base: options.base,
    limit: options.limit,
    mode: options.isFuzzy ? 'fuzzy' : 'prefix',
    signal,
  });
  for (const hit of hits) await out.line(isJson ? toJson(hit) : highlight(out, hit));
  return hits.length === 0 ? ExitCode.nothingFound : ExitCode.ok;
}

/** `troupe grep`: lines that match a pattern. */
export async function grep(
  { workspace, out, warnings, isJson, signal }: Inspection,
  options: {
    readonly pattern: string;
    readonly directory?: string;
    readonly isRegex: boolean;
    readonly isCaseSensitive: boolean;
    readonly include: readonly string[];
    readonly contextLines: number;
    readonly maxMatches: number;
  },
): Promise<number> {
  const batches = await workspace.grep(
    {
      pattern: options.pattern,
      isRegex: options.isRegex,
      caseSensitive: options.isCaseSensitive,
      under: toRelative(workspace, options.directory ?? ''),
      include: options.include,
      contextLines: options.contextLines,
      maxMatches: options.maxMatches,
    },
    { signal },
  );
  let found = 0;
  for await (const { matches, summary } of batches) {
    found += matches.length;
    const rows = matches.map((match) => (isJson ? matchToJson(match) : matchToText(out, match)));
    if (rows.length > 0) await out.write(`${rows.join('\n')}\n`);
    if (summary?.isCapped === true && !isJson)
      await out.line(out.style('yellow', `(stopped at ${options.maxMatches} matches: raise --max for more)`));
    for (const { path, line } of summary?.unfinished ?? []) {
      await warnings.line(
        `troupe: ${path}:${line}: the pattern takes too long on this line, which may match`,
      );
    }
    if (out.isGone) break;
  }
  return found === 0 ? ExitCode.nothingFound : ExitCode.ok;
}

/** `troupe tree`: the directory text that a model is given. */
export async function tree(
  { workspace, out, isJson, signal }: Inspection,
  options: { readonly directory?: string; readonly maxChars: number },
): Promise<number> {
  const { text, isTruncated } = await workspace.tree(toRelative(workspace, options.directory ?? ''), {
    maxChars: options.maxChars,
    signal,
  });
  await out.line(isJson ? JSON.stringify({ text, isTruncated }) : out.foreign(text).trimEnd());
  return ExitCode.ok;
}

/** A directory as a person typed it, below the root. Errors: `WorkspaceBoundaryError`. */
function toRelative(workspace: Workspace, directory: string): RelPath {
  const root = workspace.roots[0] ?? '';
  const path = relative(root, resolve(root, directory)).replaceAll('\\', '/');
  if (path === '..' || path.startsWith('../'))
    throw new WorkspaceBoundaryError(`${directory} is outside the root ${root}.`, {
      path: directory,
      roots: workspace.roots,
    });
  return path as RelPath;
}

function toJson({ path, isDir, score, ranges }: SearchHit): string {
  return JSON.stringify({ path, isDir, score, ranges });
}

function highlight(out: Output, { path, isDir, ranges }: SearchHit): string {
  let text = '';
  let from = 0;
  for (const [start, end] of ranges) {
    text += out.foreign(path.slice(from, start)) + out.style('bold', out.foreign(path.slice(start, end)));
    from = end;
  }
  return text + out.foreign(path.slice(from)) + (isDir ? '/' : '');
}

function matchToJson({ path, line, column, text }: GrepMatch): string {
  return JSON.stringify({ path, line, column, text });
}

function matchToText(out: Output, match: GrepMatch): string {
  const path = out.style('magenta', out.foreign(match.path));
  const row = (line: number, mark: string, text: string): string =>
    `${path}${mark}${out.style('green', String(line))}${mark}${out.foreign(text)}`;
  return [
    ...match.before.map((text, i) => row(match.line - match.before.length + i, '-', text)),
    row(match.line, ':', match.text),
    ...match.after.map((text, i) => row(match.line + 1 + i, '-', text)),
  ].join('\n');
}
