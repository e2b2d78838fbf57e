import type { AgentMode } from '../../src/actors/protocol/agent.js';
import type { EntryBody, EntryId, ThreadEntry, TurnId } from '../../src/actors/protocol/thread.js';
import { LIMITS, TOOLS } from './random-turn.js';

/** A thread of these entries, one behind the other, all of one turn. */
export function threadOf(bodies: readonly EntryBody[]): readonly ThreadEntry[] {
  const place = (seq: number) => ({
    id: `e${seq}` as EntryId,
    parent: seq === 0 ? null : (`e${seq - 1}` as EntryId),
    seq,
    at: 1_000 * seq,
    turn: 't' as TurnId,
  });
  // As a store has them.
  return bodies.map((body, seq) => JSON.parse(JSON.stringify({ ...place(seq), ...body })) as ThreadEntry);
}

/** What stands before the entries of the turn. */
export function beginning(mode: AgentMode): readonly EntryBody[] {
  const tools = [...TOOLS.keys()].map((name) => ({ name, description: '', parameters: {} }));
  return [
    { kind: 'thread', version: 3, roots: ['/work'] },
    { kind: 'user_message', text: 'Go.', attachments: [] },
    { kind: 'turn_began', mode, model: 'p/m', limits: LIMITS, head: { mode, prompt: '', tools } },
  ];
}
