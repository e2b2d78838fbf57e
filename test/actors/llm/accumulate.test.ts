import { expect, test } from 'vitest';
import type { ModelDelta } from '../../../src/actors/protocol/llm.js';
import { accumulate, EMPTY_REPLY_DRAFT, toReply } from '../../../src/actors/llm/accumulate.js';

const gather = (...deltas: ModelDelta[]) => deltas.reduce(accumulate, EMPTY_REPLY_DRAFT);

test('accumulate joins text and reasoning apart and keeps the last usage', () => {
  const draft = gather(
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'Hel' },
    { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } },
    { type: 'text', text: 'lo' },
    { type: 'usage', usage: { inputTokens: 1, outputTokens: 2 } },
    { type: 'finish', reason: 'end' },
  );
  expect(toReply(draft, 'end')).toEqual({
    text: 'Hello',
    reasoning: 'hm',
    toolCalls: [],
    usage: { inputTokens: 1, outputTokens: 2 },
    stop: 'end',
  });
});

test('accumulate tells interleaved calls apart by index and orders them by it', () => {
  const draft = gather(
    { type: 'toolCall', index: 1, id: 'b', name: 'ls_dir', arguments: '{"uri"' },
    { type: 'toolCall', index: 0, id: 'a', name: 'read_file', arguments: '{"uri":' },
    { type: 'toolCall', index: 1, arguments: ':"src"}' },
    { type: 'toolCall', index: 0, arguments: '"x"}' },
  );
  expect(toReply(draft, 'toolCalls').toolCalls).toEqual([
    { id: 'a', name: 'read_file', arguments: '{"uri":"x"}' },
    { id: 'b', name: 'ls_dir', arguments: '{"uri":"src"}' },
  ]);
});

test('accumulate keeps the first id, name and finish', () => {
  const draft = gather(
    { type: 'toolCall', index: 0, id: 'a', name: 'ls_dir' },
    { type: 'toolCall', index: 0, id: 'z', name: 'other' },
    { type: 'finish', reason: 'toolCalls' },
    { type: 'finish', reason: 'end' },
  );
  expect(draft.finish).toBe('toolCalls');
  expect(toReply(draft, 'toolCalls').toolCalls).toEqual([{ id: 'a', name: 'ls_dir', arguments: '{}' }]);
});

test('toReply names a call that came without an id and drops one without a name', () => {
  const draft = gather(
    { type: 'toolCall', index: 0, arguments: '{}' },
    { type: 'toolCall', index: 1, name: 'ls_dir' },
  );
  expect(toReply(draft, 'end').toolCalls).toEqual([{ id: 'call_1', name: 'ls_dir', arguments: '{}' }]);
});

test.each<[string, string, string]>([
  ['whole', '{"uri":"/"}', '{"uri":"/"}'],
  ['cut', '{"uri":"/', '{"uri":"/'],
  // An empty text would be an object without properties, with which some tools run.
  ['without anything', '', '{'],
])('toReply keeps the last call of a turn that reached its limit, %s', (_what, given, kept) => {
  const state = { provider: 'p', data: 1 };
  const draft = gather(
    { type: 'toolCall', index: 0, id: 'a', name: 'ls_dir' },
    { type: 'toolCall', index: 1, id: 'b', name: 'delete', arguments: given },
    { type: 'opaque', state },
  );
  expect(toReply(draft, 'length')).toMatchObject({
    toolCalls: [
      { id: 'a', name: 'ls_dir', arguments: '{}' },
      { id: 'b', name: 'delete', arguments: kept },
    ],
    opaque: state,
    stop: 'length',
  });
});

test.each(['filtered', 'cancelled', 'failed'] as const)(
  'toReply drops the calls of a turn that stopped as %s',
  (stop) => {
    const draft = gather({ type: 'toolCall', index: 0, id: 'a', name: 'delete', arguments: '{"uri":"/"}' });
    expect(toReply(draft, stop).toolCalls).toEqual([]);
  },
);
