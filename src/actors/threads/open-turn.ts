import { omitUndefined } from '../protocol/json/omit-undefined.js';
import type { EntryOf, ThreadEntry } from '../protocol/thread.js';
import type { VersionChange } from '../protocol/file-version.js';
import type { ToolCall } from '../protocol/llm.js';
import type { ToolResult } from '../protocol/tool.js';
import { interruptedResult } from './interrupted-result.js';

/** A call of the newest reply of an interrupted turn. */
export interface InterruptedCall {
  readonly call: ToolCall;
  /** Whether it has a `call` entry. */
  readonly isRecorded: boolean;
  /** Its result: that of its `observation`, or that it was interrupted while it ran. Absent: it has not run. */
  readonly result?: ToolResult;
  readonly isObserved: boolean;
}

/** A turn without an end. */
export interface OpenTurn {
  readonly began: EntryOf<'turn_began'>;
  /** The calls of its newest reply; none if all have been observed, or if the model was about to reply. */
  readonly calls: readonly InterruptedCall[];
  /** Its last reply, if nothing but the end of the turn can follow it: it calls no tool. */
  readonly last?: EntryOf<'reply'>;
}

/** The turn of a branch that has no end, which must be its last one; `undefined` if there is none. */
export function findOpenTurn(branch: readonly ThreadEntry[]): OpenTurn | undefined {
  const start = branch.findLastIndex(({ kind }) => kind === 'turn_began' || kind === 'turn_ended');
  const began = branch[start];
  if (began?.kind !== 'turn_began') return undefined;
  const entries = branch.slice(start + 1);
  // A message of another turn was sent after the interruption: the conversation has gone on without it.
  if (entries.some(({ kind, turn }) => kind === 'user_message' && turn !== began.turn)) return undefined;
  const last = entries.findLast((entry) => entry.kind === 'reply');
  const isLast = last?.kind === 'reply' && last.toolCalls.length === 0;
  return { began, calls: findOpenCalls(entries), ...(isLast ? { last } : {}) };
}

function findOpenCalls(entries: readonly ThreadEntry[]): readonly InterruptedCall[] {
  const index = entries.findLastIndex(({ kind }) => kind === 'reply');
  const reply = entries[index];
  if (reply?.kind !== 'reply') return [];
  const recorded = new Set<string>();
  const begun = new Set<string>();
  const results = new Map<string, ToolResult>();
  const changes = new Map<string, readonly VersionChange[]>();
  for (const entry of entries.slice(index + 1)) {
    if (entry.kind === 'call') recorded.add(entry.callId);
    if (entry.kind === 'call_began') begun.add(entry.callId);
    if (entry.kind === 'observation') results.set(entry.callId, entry.result);
    if (entry.kind === 'files_changed' && entry.callId !== undefined)
      changes.set(entry.callId, [...(changes.get(entry.callId) ?? []), ...entry.changes]);
  }
  if (reply.toolCalls.every(({ id }) => results.has(id))) return [];
  return reply.toolCalls.map((call) => {
    const observed = results.get(call.id);
    const result =
      observed ?? (begun.has(call.id) ? interruptedResult(true, changes.get(call.id)) : undefined);
    return {
      call,
      isRecorded: recorded.has(call.id),
      ...omitUndefined({ result }),
      isObserved: observed !== undefined,
    };
  });
}
