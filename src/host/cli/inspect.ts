import { systemClock } from '../../actors/runtime/clock.js';
import { toJsonLine } from './draw/to-json-line.js';
import type { FilePlace, GrepMatch, IgnoredEntry, SearchHit } from '../../actors/protocol/workspace.js';
import { withoutKeys } from '../node/sandbox/environment/without-keys.js';
import { openWorkspace, resolveRoots } from '../open-workspace.js';
import type { Workspace } from '../workspace.js';
import { requirePath } from './files/require-path.js';
import { ExitCode } from './terminal/exit-codes.js';
import type { Output } from './terminal/output.js';
import { type Session, warn } from './session.js';
import { watchScan } from './turn/progress.js';

/** The context of the commands that query the index. */
export interface Inspection {
  readonly workspace: Workspace;
  readonly out: Output;
  /** For everything but results. */
  readonly err: Output;
  readonly isJson: boolean;
  readonly signal: AbortSignal;
}

/** The options of `troupe search`. */
export interface SearchOptions {
  readonly base: string;
  readonly limit: number;
  readonly prefix?: boolean;
}

// Some rows of a terminal for each match.
const MAX_LINE_CHARS = 500;

/** The options of `troupe grep`. */
export interface GrepOptions {
  readonly regex?: boolean;
  readonly ignoreCase?: boolean;
  readonly glob: readonly string[];
  readonly context: number;
  readonly max: number;
}

/**
 * Opens the index of the root, without a host, runs the work of a command with it, and closes it, also on failure. Resolves
 * to the exit code. `path`: what the command is limited to, as the person typed it.
 * Errors: those of the work; `FileNotFoundError` when there is no `path`; `InvalidRootError`.
 */
export async function inspect(
  session: Session,
  path: string | undefined,
  work: (inspection: Inspection) => Promise<number>,
): Promise<number> {
  const { interrupts, progress, root } = session;
  await requirePath(root, path);
  if (interrupts.left.aborted) return interrupts.exitCode;
  await using opened = openWorkspace(await resolveRoots([root]), {
    options: { watcher: 'none', start: 'eager' },
    environment: withoutKeys(process.env, []),
  });
  await opened.whenStarted();
  const stopProgress = watchScan(opened.workspace, progress, systemClock);
  try {
    return await interrupts.orLeave(inspectOpen(session, opened.workspace, work));
  } finally {
    stopProgress();
  }
}

async function inspectOpen(
  { out, err, interrupts, isJson }: Session,
  workspace: Workspace,
  work: (inspection: Inspection) => Promise<number>,
): Promise<number> {
  const exitCode = await work({ workspace, out, err, isJson, signal: interrupts.current });
  for (const { warnings } of await workspace.status())
    for (const { path, message } of warnings) await warn(err, `${path || '.'}: ${message}`);
  return exitCode;
}

/**
 * `troupe search`: prints the paths that match a query, best first, with the place in the file that the query names.
 */
export async function search(
  { workspace, out, isJson, signal }: Inspection,
  query: string,
  options: SearchOptions,
): Promise<number> {
  const { hits, place, ignored } = await workspace.search(query, {
    base: options.base,
    limit: options.limit,
    mode: options.prefix === true ? 'prefix' : 'fuzzy',
    signal,
  });
  if (ignored !== undefined) await out.line(isJson ? ignoredToJson(ignored) : ignoredToText(out, ignored));
  for (const hit of hits) await out.line(isJson ? toJson(hit, place) : highlight(out, hit, place));
  return hits.length === 0 && ignored === undefined ? ExitCode.nothingFound : ExitCode.ok;
}

/** `troupe grep`: prints the lines that match a pattern. */
export async function printGrep(
  { workspace, out, err, isJson, signal }: Inspection,
  pattern: string,
  directory: string | undefined,
  options: GrepOptions,
): Promise<number> {
  const batches = await workspace.grep(
    {
      pattern,
      isRegex: options.regex === true,
      caseSensitive: options.ignoreCase !== true,
      under: directory ?? '',
      include: options.glob,
      contextLines: options.context,
      ...(isJson ? {} : { maxLineChars: MAX_LINE_CHARS }),
      maxMatches: options.max,
    },
    { signal },
  );
  let found = 0;
  for await (const { matches, summary } of batches) {
    found += matches.length;
    const rows = matches.map((match) => (isJson ? matchToJson(match) : matchToText(out, match)));
    if (rows.length > 0) await out.write(`${rows.join('\n')}\n`);
    if (summary?.isCapped === true && !isJson)
      await out.line(out.style('yellow', `(stopped at ${options.max} matches: raise --max for more)`));
    for (const { path, line } of summary?.unfinished ?? []) {
      await warn(err, `${path}:${line}: the pattern takes too long on this line, which may match`);
    }
    if (out.isGone) break;
  }
  return found === 0 ? ExitCode.nothingFound : ExitCode.ok;
}

/** `troupe tree`: prints the tree of a directory as models get it. */
export async function tree(
  { workspace, out, isJson, signal }: Inspection,
  directory: string | undefined,
  { maxChars }: { readonly maxChars: number },
): Promise<number> {
  const { text, isTruncated } = await workspace.tree(directory, { maxChars, signal });
  await out.line(isJson ? toJsonLine({ text, isTruncated }) : out.sanitize(text).trimEnd());
  return ExitCode.ok;
}

function toJson({ path, isDir, score, ranges }: SearchHit, place: FilePlace | undefined): string {
  // A directory has no lines.
  return toJsonLine({ path, isDir, score, ranges, ...(isDir ? {} : place) });
}

function ignoredToJson({ path, isDir }: IgnoredEntry): string {
  return toJsonLine({ path, isDir, isIgnored: true });
}

function ignoredToText(out: Output, { path, isDir }: IgnoredEntry): string {
  return `${out.sanitize(path)}${isDir ? '/' : ''} ${out.style('dim', '(left out by ignore rules)')}`;
}

function highlight(out: Output, { path, isDir, ranges }: SearchHit, place: FilePlace | undefined): string {
  let text = '';
  let from = 0;
  for (const [start, end] of ranges) {
    text += out.sanitize(path.slice(from, start)) + out.style('bold', out.sanitize(path.slice(start, end)));
    from = end;
  }
  const { line, column } = place ?? {};
  const numbers = [line, column].filter((number) => number !== undefined);
  return (
    text + out.sanitize(path.slice(from)) + (isDir ? '/' : numbers.map((number) => `:${number}`).join(''))
  );
}

function matchToJson({ path, line, column, text, lineChars }: GrepMatch): string {
  return toJsonLine({ path, line, column, text, lineChars });
}

function matchToText(out: Output, match: GrepMatch): string {
  const path = out.style('magenta', out.sanitize(match.path));
  const row = (line: number, mark: string, text: string): string =>
    `${path}${mark}${out.style('green', String(line))}${mark}${out.sanitize(text)}`;
  return [
    ...match.before.map((text, i) => row(match.line - match.before.length + i, '-', text)),
    row(match.line, ':', match.text),
    ...match.after.map((text, i) => row(match.line + 1 + i, '-', text)),
  ].join('\n');
}
