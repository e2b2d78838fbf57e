import { DataCorruptionError, InvalidJSONError } from '../../protocol/errors.js';
import { messageOf } from '../../protocol/errors/message-of.js';
import { isRecord } from '../../protocol/json/json-shape.js';
import type { ThreadEntry, ThreadId } from '../../protocol/thread.js';
import type { Cooperative } from '../../runtime/slices.js';
import { checkEntries } from '../check-entries.js';
import { isThreadEntry } from '../is-thread-entry.js';
import { FORMAT } from './to-json.js';

const EXPECTED = 'expected a thread as "troupe threads export" writes it, with format "troupe-thread"';

// What begins the name of each version of the Agent Trajectory Interchange Format.
const TRAJECTORY = 'ATIF-';

/** A thread that was exported. */
export interface ExportedThread {
  readonly id: string;
  readonly entries: readonly ThreadEntry[];
}

/**
 * Reads what `toJson` wrote, an entry at a time, so that a long thread holds nobody up; or what `toTrajectory` made. JSON
 * of another layout is parsed as a whole.
 * Errors: `InvalidJSONError` says what was expected and what came; `SchemaVersionError` for a thread of a newer version.
 */
export function* fromJson(text: string): Cooperative<ExportedThread> {
  const exported = (yield* readLines(text)) ?? parseWhole(text);
  if (!isRecord(exported)) throw invalid(`got ${describe(exported)}`);
  const { format, thread: id, entries } = isTrajectory(exported) ? threadIn(exported) : exported;
  if (format !== FORMAT) throw invalid(`got format ${describe(format)}`);
  if (typeof id !== 'string' || id === '') throw invalid(`got ${describe(id)} as its id`);
  if (!Array.isArray(entries)) throw invalid(`got ${describe(entries)} as its entries`);
  if (entries.length === 0) throw invalid('got a thread without entries');
  const checked: ThreadEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index > 0) yield;
    if (!isThreadEntry(entry)) throw invalid(`got ${describe(entry)} as entry ${index}`);
    checked.push(entry);
  }
  if (checked[0]?.kind !== 'thread')
    throw invalid(`got ${describe(checked[0]?.kind)} as the kind of its first entry`);
  try {
    checkEntries(id as ThreadId, checked);
  } catch (error) {
    if (error instanceof DataCorruptionError) throw invalid(`got: ${error.message}`, error);
    throw error;
  }
  return { id, entries: checked };
}

function isTrajectory({ schema_version: version }: Record<string, unknown>): boolean {
  return typeof version === 'string' && version.startsWith(TRAJECTORY);
}

/** The thread that Troupe puts into its trajectories. */
function threadIn({ extra }: Record<string, unknown>): Record<string, unknown> {
  const own = isRecord(extra) ? extra['troupe'] : undefined;
  if (!isRecord(own)) throw invalid('got a trajectory that Troupe has not written');
  return { format: FORMAT, ...own };
}

/** The value of a text in which each entry has a line; `undefined` for another layout. */
function* readLines(text: string): Cooperative<object | undefined> {
  const firstEnd = text.indexOf('\n');
  const first = text.slice(0, firstEnd);
  if (firstEnd === -1 || !first.endsWith('"entries":[')) return undefined;
  try {
    const head: unknown = JSON.parse(`${first}]}`);
    const entries: unknown[] = [];
    let start = firstEnd + 1;
    for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
      const line = text.slice(start, end);
      start = end + 1;
      if (line === ']}' && text.slice(start).trim() === '') return { ...(head as object), entries };
      entries.push(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line));
      yield;
    }
  } catch {
    // The whole text is parsed instead, which says what is wrong with it.
  }
  return undefined;
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`got no JSON: ${messageOf(error)}`, error);
  }
}

function invalid(got: string, cause?: unknown): InvalidJSONError {
  const problem = `${EXPECTED}, ${got}`;
  return new InvalidJSONError(
    `This is no exported thread: ${problem}. Nothing was imported.`,
    { problem },
    { cause },
  );
}

// Enough to recognise what came. Units: UTF-16 units.
const MAX_SHOWN_CHARS = 60;

function describe(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS)}…`;
}
