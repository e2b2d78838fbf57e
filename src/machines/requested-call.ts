import type { ToolCall } from '../actors/protocol/llm.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import { extendStreak, GIVE_UP_AT, NO_STREAK, type Streak } from './repeats.js';
import type { ToolTable } from './tool-info.js';

/** A call of the newest reply, and its progress. */
export interface RequestedCall {
  readonly call: ToolCall;
  /** How many times in a row the model has made it. Minimum 1. */
  readonly streak: Streak;
  readonly isStarted: boolean;
  /** Whether the thread has a `call` entry for it, from before an interruption. */
  readonly isRecorded: boolean;
  readonly result: ToolResult | undefined;
}

/** A call of a reply whose turn was interrupted. */
export interface OpenCall {
  readonly call: ToolCall;
  /** Whether the thread has a `call` entry for it. */
  readonly isRecorded: boolean;
  /** Its result. Default: it has not run, and can. */
  readonly result?: ToolResult;
  /** Whether the thread has an `observation` with that result. */
  readonly isObserved: boolean;
}

/**
 * The calls of one reply, none of them started. An id that is empty, or that another call of the thread has, is
 * replaced, because results are matched by id.
 */
export function readCalls(
  calls: readonly ToolCall[],
  before: Streak,
  usedIds: ReadonlySet<string>,
): readonly RequestedCall[] {
  const ids = new Set(usedIds);
  let streak = before;
  return calls.map((call) => {
    const wanted = call.id === '' ? 'call' : call.id;
    let id = wanted;
    for (let copy = 2; ids.has(id); copy += 1) id = `${wanted}_${copy}`;
    ids.add(id);
    streak = extendStreak(streak, call);
    return { call: { ...call, id }, streak, isStarted: false, isRecorded: false, result: undefined };
  });
}

/** The calls of an interrupted turn, for a run that continues it. */
export function resumeCalls(calls: readonly OpenCall[]): readonly RequestedCall[] {
  let streak = NO_STREAK;
  return calls.map(({ call, isRecorded, result }) => {
    streak = extendStreak(streak, call);
    return { call, streak, isStarted: result !== undefined, isRecorded, result };
  });
}

/**
 * The calls that may start now, as a range of indices: none while a call is running; otherwise the next call, and if it
 * is read-only, all that follow it up to the first that may change something. Calls of unknown tools count as
 * read-only.
 * Source: SPEC T7.
 */
export function findStartableCalls(
  calls: readonly RequestedCall[],
  tools: ToolTable,
): { from: number; to: number } {
  const isRunning = calls.some(({ isStarted, result }) => isStarted && result === undefined);
  const from = calls.findIndex(({ isStarted }) => !isStarted);
  if (isRunning || from === -1) return { from: 0, to: 0 };
  const onlyReads = calls.map(({ call }) => tools.get(call.name)?.isReadOnly ?? true);
  let to = from + 1;
  while (onlyReads[to - 1] && onlyReads[to] && calls[to]?.isStarted === false) to += 1;
  return { from, to };
}

/** The first call that the model has repeated too often. Source: SPEC A7. */
export function findRepeated(calls: readonly RequestedCall[]): ToolCall | undefined {
  return calls.find(({ streak }) => streak.length >= GIVE_UP_AT)?.call;
}
