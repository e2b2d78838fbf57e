import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findUsage } from '../../../../src/actors/llm/openai/openai-usage.js';

const read = (usage: object) => findUsage({ choices: [], usage }, undefined);

test.each([
  [
    'OpenAI',
    {
      prompt_tokens: 2_006,
      completion_tokens: 300,
      total_tokens: 2_306,
      prompt_tokens_details: { cached_tokens: 1_920, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 256, audio_tokens: 0 },
    },
    { inputTokens: 2_006, outputTokens: 300, cachedTokens: 1_920, reasoningTokens: 256 },
  ],
  [
    'OpenRouter',
    {
      prompt_tokens: 100,
      completion_tokens: 9,
      prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 90 },
    },
    { inputTokens: 100, outputTokens: 9, cachedTokens: 0, cacheWriteTokens: 90 },
  ],
  [
    'DeepSeek',
    { prompt_tokens: 10, completion_tokens: 2, prompt_cache_hit_tokens: 7, prompt_cache_miss_tokens: 3 },
    { inputTokens: 10, outputTokens: 2, cachedTokens: 7 },
  ],
  [
    'Moonshot',
    { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 4 },
    { inputTokens: 10, outputTokens: 2, cachedTokens: 4 },
  ],
  [
    'LiteLLM in front of Anthropic',
    {
      prompt_tokens: 50,
      completion_tokens: 2,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 25,
    },
    { inputTokens: 50, outputTokens: 2, cachedTokens: 20, cacheWriteTokens: 25 },
  ],
  [
    'xAI, which counts reasoning beside the completion',
    {
      prompt_tokens: 32,
      completion_tokens: 9,
      total_tokens: 135,
      completion_tokens_details: { reasoning_tokens: 94 },
    },
    { inputTokens: 32, outputTokens: 103, reasoningTokens: 94 },
  ],
  [
    'a server that reports no details',
    { prompt_tokens: 5, completion_tokens: 1, prompt_tokens_details: null, completion_tokens_details: null },
    { inputTokens: 5, outputTokens: 1 },
  ],
])('the usage of %s is read', (_, usage, expected) => {
  expect(read(usage)).toEqual(expected);
});

test('counts that no count can be are not reported, and no usage without input and output', () => {
  expect(
    read({
      prompt_tokens: 5,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: -3 },
      completion_tokens_details: { reasoning_tokens: '4' },
    }),
  ).toEqual({ inputTokens: 5, outputTokens: 1 });
  expect(read({ prompt_tokens: -1, completion_tokens: 1 })).toBeUndefined();
  expect(read({ prompt_tokens: 1 })).toBeUndefined();
});

test('a part of the input is never more than the input', () => {
  const count = fc.oneof(fc.nat(), fc.constantFrom(null, '1', -1, Infinity));
  const anyUsage = fc.record({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: fc.record({ cached_tokens: count, cache_write_tokens: count }),
    prompt_cache_hit_tokens: count,
  });
  fc.assert(
    fc.property(anyUsage, (usage) => {
      const { inputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = read(usage) ?? {};
      expect(cachedTokens).toBeLessThanOrEqual(inputTokens);
      expect(cacheWriteTokens).toBeLessThanOrEqual(inputTokens);
    }),
  );
});
