import { expect, test } from 'vitest';
import type { EntryBody, ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { findRequestTime } from '../../../src/actors/threads/find-request-time.js';
import { toTurns } from '../../../src/actors/threads/fold-turns.js';

const usage = { inputTokens: 0, outputTokens: 0 };
const result = { outcome: 'success', success: true, output: '' } as const;

/** A branch with these entries, each at its time. */
function branch(...entries: readonly (readonly [at: number, body: EntryBody])[]): readonly ThreadEntry[] {
  return entries.map(
    ([at, body], seq) =>
      ({ id: `e${seq}`, parent: null, seq, at, turn: 't', ...body }) as unknown as ThreadEntry,
  );
}

const reply = (text: string, reasoning: string, ...ids: readonly string[]): EntryBody => ({
  kind: 'reply',
  text,
  reasoning,
  toolCalls: ids.map((id) => ({ id, name: 'look', arguments: '{}' })),
  stop: ids.length === 0 ? 'end' : 'toolCalls',
  usage,
});
const began = { kind: 'turn_began', mode: 'agent', model: 'a/b', limits: {} } as unknown as EntryBody;
const observed = (callId: string): EntryBody => ({ kind: 'observation', callId, tool: 'look', result });

test('a request was made when the turn began, and then when the last of its calls had ended', () => {
  const [asked] = toTurns(branch([1, { kind: 'user_message', text: 'Hi', attachments: [] }]));
  expect(asked && findRequestTime(asked)).toBeUndefined();
  const [begun] = toTurns(branch([5, began]));
  expect(begun && findRequestTime(begun)).toBe(5);
  const [looked] = toTurns(
    branch([5, began], [6, reply('', '', 'a', 'b')], [9, observed('b')], [7, observed('a')]),
  );
  expect(looked && findRequestTime(looked)).toBe(9);
});

test('a thought took as long as its reply did, unless the reply said something as well', () => {
  const [turn] = toTurns(
    branch(
      [1_000, began],
      [5_000, reply('', 'Hm', 'a')],
      [7_000, observed('a')],
      [9_000, reply('Yes.', 'So')],
    ),
  );
  expect(turn?.steps.filter(({ kind }) => kind === 'reasoning')).toEqual([
    { kind: 'reasoning', text: 'Hm', durationMs: 4_000 },
    { kind: 'reasoning', text: 'So' },
  ]);
});
