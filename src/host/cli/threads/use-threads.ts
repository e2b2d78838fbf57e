import { toJsonLine } from '../draw/to-json-line.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { ThreadHit, ThreadSummary } from '../../../actors/protocol/thread-store.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { titleOf } from '../../../actors/threads/summarize.js';
import { toJson } from '../../../actors/threads/exports/to-json.js';
import { toMarkdown } from '../../../actors/threads/exports/to-markdown.js';
import { toTrajectory } from '../../../actors/threads/exports/to-trajectory.js';
import { ExitCode } from '../terminal/exit-codes.js';
import { createAnswerView } from '../turn/text-views.js';
import { appendToThread, copyCurrentBranch, readThreadEntries } from './change-thread.js';
import { drawHit, drawThreads, titleForPerson } from './draw-threads.js';
import { findThread, shortenId } from './find-thread.js';
import { readNamedFile, writeNewFile } from './text-files.js';
import { report, type ThreadsContext } from './threads-context.js';

/** The options of `troupe threads list`. */
export interface ListOptions {
  readonly all?: boolean;
  readonly deleted?: boolean;
}

/** The options of `troupe threads export`. */
export interface ExportOptions {
  readonly format: 'json' | 'markdown' | 'atif';
  readonly output?: string;
}

export async function listThreads(
  { session: { out, isJson }, library }: ThreadsContext,
  { all = false, deleted = false }: ListOptions,
): Promise<number> {
  const known: readonly ThreadSummary[] = deleted ? await library.listDeleted() : await library.list();
  const threads = known.filter(({ isArchived }) => all || deleted || !isArchived);
  const lines = isJson
    ? threads.map((thread) => toJsonLine(thread))
    : drawThreads(threads, { out, all: known, now: Date.now() });
  for (const line of lines) await out.line(line);
  if (threads.length === 0 && !isJson)
    await out.line(deleted ? 'The trash is empty.' : 'There is no conversation of this folder yet.');
  return ExitCode.ok;
}

export async function showThread({ session, library }: ThreadsContext, start: string): Promise<number> {
  const { out, isJson } = session;
  const { id } = findThread(start, await library.list());
  const entries = await readThreadEntries(library, id);
  if (isJson) for (const entry of entries) await out.line(toJsonLine(entry));
  else {
    const view = createAnswerView(out);
    await view.push(toMarkdown(branchTo(entries), titleOf(entries)));
    await view.end();
  }
  return ExitCode.ok;
}

export async function searchThreads(
  { session: { out, isJson, interrupts }, library }: ThreadsContext,
  query: string,
  limit: number,
): Promise<number> {
  const hits = await library.search(query, { limit, signal: interrupts.current });
  const threads = isJson ? [] : await library.list();
  let last: ThreadHit | undefined;
  for (const hit of hits) {
    if (!isJson && hit.thread !== last?.thread) {
      const name = titleForPerson(hit, out);
      await out.line(`${out.style('cyan', shortenId(hit.thread, threads))}  ${out.style('bold', name)}`);
    }
    await out.line(isJson ? toJsonLine(hit) : drawHit(hit, out));
    last = hit;
  }
  return hits.length === 0 ? ExitCode.nothingFound : ExitCode.ok;
}

export async function renameThread(context: ThreadsContext, start: string, title: string): Promise<number> {
  const { session, library } = context;
  if (title.trim() === '') throw new SettingsError('Say its new title.', { setting: 'title' });
  const { id } = findThread(start, await library.list());
  await appendToThread(library, id, { kind: 'renamed', title: title.trim() });
  return report(context, 'renamed', id, `Renamed to "${session.out.sanitize(title.trim())}".`);
}

export async function archiveThreads(
  context: ThreadsContext,
  starts: readonly string[],
  isArchived: boolean,
): Promise<number> {
  const { session, library } = context;
  const threads = await library.list();
  for (const thread of starts.map((start) => findThread(start, threads))) {
    await appendToThread(library, thread.id, { kind: 'archived', isArchived });
    const what = isArchived ? 'archived' : 'unarchived';
    await report(context, what, thread.id, `${what}: ${titleForPerson(thread, session.out)}`);
  }
  return ExitCode.ok;
}

export async function exportThread(
  { session: { out }, library }: ThreadsContext,
  start: string,
  { format, output, version }: ExportOptions & { readonly version: string },
): Promise<number> {
  const { id } = findThread(start, await library.list());
  const entries = await readThreadEntries(library, id);
  const text = {
    json: () => toJson(id, entries),
    markdown: () => toMarkdown(branchTo(entries), titleOf(entries)),
    atif: () => `${JSON.stringify(toTrajectory(id, entries, version))}\n`,
  }[format]();
  if (output === undefined) {
    await out.write(out.sanitize(text));
    return ExitCode.ok;
  }
  await writeNewFile(output, text);
  return ExitCode.ok;
}

export async function importThread(context: ThreadsContext, file: string): Promise<number> {
  const id = await context.library.add(await readNamedFile(file));
  return report(context, 'imported', id, `Imported as ${id}.`);
}

export async function duplicateOne(context: ThreadsContext, start: string): Promise<number> {
  const { library } = context;
  const { id } = findThread(start, await library.list());
  const copy = await copyCurrentBranch(library, id);
  return report(context, 'duplicated', copy, `Copied as ${copy}.`);
}
