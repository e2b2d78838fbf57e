import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitUnreadResults } from '../../../src/actors/context/fit-unread-results.js';
import { countTokens } from '../../../src/actors/context/message-tokens.js';
import type { LLMMessage } from '../../../src/actors/protocol/llm.js';

const options = {
  estimateTokens: (text: string) => text.length,
  cut: (text: string, maxTokens: number) => text.slice(0, maxTokens),
};

function result(id: number, chars: number): LLMMessage {
  return { role: 'tool', toolCallId: `c${id}`, name: 'dump', content: 'x'.repeat(chars) };
}
const call: LLMMessage = { role: 'assistant', content: '', toolCalls: [] };
const asked: LLMMessage = { role: 'user', content: 'Look.' };

function lengths(messages: readonly LLMMessage[]): readonly number[] {
  return messages.map(({ content }) => content.length);
}

test('results that the model has not read yet stay whole where there is room for them', () => {
  const messages = [asked, call, result(1, 9_000), call, result(2, 500), result(3, 400)];
  const fitted = fitUnreadResults(messages, { ...options, maxTokens: 1_000 });
  expect(fitted).toHaveLength(messages.length);
  for (const [index, message] of fitted.entries()) expect(message).toBe(messages[index]);
});

test('only the longest ones are cut, to the same length', () => {
  const messages = [call, result(1, 9_000), call, result(2, 100), result(3, 5_000), result(4, 9_000), asked];
  const fitted = fitUnreadResults(messages, { ...options, maxTokens: 2_120 });
  expect(lengths(fitted)).toEqual([0, 9_000, 0, 100, 1_000, 1_000, 5]);
});

test('nothing but unread results changes, and they fit as far as a few lines of each do', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5_000), { maxLength: 40 }),
      fc.nat(20_000),
      fc.boolean(),
      (sizes, maxTokens, isQueued) => {
        const before = [asked, call, result(0, 3_000), call];
        const after = isQueued ? [asked] : [];
        const messages = [...before, ...sizes.map((size, index) => result(index + 1, size)), ...after];
        const fitted = fitUnreadResults(messages, { ...options, maxTokens });
        const unread = fitted.slice(before.length, before.length + sizes.length);
        expect(fitted.slice(0, before.length)).toEqual(before);
        expect(fitted.slice(before.length + sizes.length)).toEqual(after);
        expect(unread.map(({ role }) => role)).toEqual(sizes.map(() => 'tool'));
        // What is around a result is left when it is cut. Units: tokens.
        const around = 20;
        const total = countTokens(unread, options.estimateTokens);
        expect(total).toBeLessThanOrEqual(Math.max(maxTokens, sizes.length * 200) + sizes.length * around);
      },
    ),
    { numRuns: 300 },
  );
});
