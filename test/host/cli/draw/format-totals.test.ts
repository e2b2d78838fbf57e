import { expect, test } from 'vitest';
import { formatTotals } from '../../../../src/host/cli/draw/format-totals.js';

const usage = { inputTokens: 1_234, outputTokens: 56 };

test('the totals show the cost where it is known, and where there is one', () => {
  expect(formatTotals(12_000, usage, 0.0123, 0)).toBe('12 s · 1,234 tokens in, 56 out · $0.012');
  for (const costUsd of [undefined, 0])
    expect(formatTotals(12_000, usage, costUsd, 0)).toBe('12 s · 1,234 tokens in, 56 out');
  expect(formatTotals(400, { inputTokens: 0, outputTokens: 0 }, undefined, 0)).toBe('0.4 s');
  expect(formatTotals(400, { inputTokens: 0, outputTokens: 0 }, undefined, 1)).toBe('0.4 s · 1 call denied');
  expect(formatTotals(12_000, usage, 0.0123, 2)).toBe(
    '12 s · 1,234 tokens in, 56 out · $0.012 · 2 calls denied',
  );
});
