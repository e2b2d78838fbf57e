import { expect, test } from 'vitest';
import { describeUsage } from '../../../../src/host/cli/draw/describe-usage.js';

test('describeUsage says what was cached, written and thought, and what it cost', () => {
  const usage = {
    inputTokens: 12_000,
    outputTokens: 800,
    cachedTokens: 9_000,
    cacheWriteTokens: 2_000,
    reasoningTokens: 300,
  };
  expect(describeUsage({ requests: 3, usage, costUsd: 0.0234, isPartlyUnpriced: false })).toBe(
    '3 requests · 12,000 tokens in (9,000 of them, 75 %, from the cache, 2,000 written to it), 800 out (300 of them reasoning) · $0.023',
  );
});

test('describeUsage says what is not known', () => {
  const usage = { inputTokens: 10, outputTokens: 1 };
  expect(describeUsage({ requests: 1, usage, isPartlyUnpriced: true })).toBe(
    '1 request · 10 tokens in, 1 out · the price is not known',
  );
});
