import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { accumulate, EMPTY_REPLY_DRAFT, toReply } from '../../../src/actors/llm/accumulate.js';
import { mergeDeltas } from '../../../src/actors/llm/merge-deltas.js';
import type { ModelDelta } from '../../../src/actors/protocol/llm.js';
import { anyDelta } from '../../arbitraries/model-delta.js';

/** What is told of deltas: runs of one channel, in their order. */
function toRuns(deltas: readonly ModelDelta[]): { channel: string; text: string }[] {
  const runs: { channel: string; text: string }[] = [];
  for (const delta of deltas) {
    if ((delta.type !== 'text' && delta.type !== 'reasoning') || delta.text === '') continue;
    const last = runs.at(-1);
    if (last?.channel === delta.type) last.text += delta.text;
    else runs.push({ channel: delta.type, text: delta.text });
  }
  return runs;
}

test('mergeDeltas keeps the reply, and the text in its order', () => {
  fc.assert(
    fc.property(fc.array(anyDelta, { maxLength: 30 }), (deltas) => {
      const merged = mergeDeltas(deltas);
      const reply = (all: readonly ModelDelta[]) =>
        toReply(all.reduce(accumulate, EMPTY_REPLY_DRAFT), 'toolCalls');
      expect(reply(merged)).toEqual(reply(deltas));
      expect(toRuns(merged)).toEqual(toRuns(deltas));
      expect(merged.length > 0).toBe(deltas.length > 0);
    }),
  );
});

test('mergeDeltas makes one delta of all neighbours of a kind', () => {
  const word = { type: 'text', text: 'a' } as const;
  const call = { type: 'toolCall', index: 0, arguments: '{' } as const;
  const usage = { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } } as const;
  const sign = { type: 'text', text: '' } as const;
  expect(
    mergeDeltas([
      sign,
      word,
      sign,
      word,
      { ...call, id: 'c1', name: 'ls_dir' },
      sign,
      call,
      { type: 'toolCall', index: 1, id: 'c2' },
      usage,
      usage,
    ]),
  ).toEqual([
    { type: 'text', text: 'aa' },
    { type: 'toolCall', index: 0, id: 'c1', name: 'ls_dir', arguments: '{{' },
    { type: 'toolCall', index: 1, id: 'c2' },
    usage,
  ]);
});

test('mergeDeltas leaves a sign of life where there is nothing else', () => {
  const sign = { type: 'text', text: '' } as const;
  expect(mergeDeltas([sign, { type: 'reasoning', text: '' }])).toEqual([sign]);
});
