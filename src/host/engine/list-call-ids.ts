import type { EntryBody } from '../../actors/protocol/thread.js';

/** The ids of the calls that an entry has. */
export function listCallIds(entry: EntryBody): readonly string[] {
  if (entry.kind === 'reply') return entry.toolCalls.map(({ id }) => id);
  if (entry.kind !== 'compaction') return [];
  return entry.messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
}
