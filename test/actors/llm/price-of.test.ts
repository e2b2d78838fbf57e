import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelPrices, Usage } from '../../../src/actors/protocol/llm.js';
import { priceOf } from '../../../src/actors/llm/price-of.js';
import { addUsage } from '../../../src/actors/threads/usage/add-usage.js';

const price = fc.double({ min: 0, max: 1_000, noNaN: true });

const anyPrices: fc.Arbitrary<ModelPrices> = fc.record(
  { input: price, cachedInput: price, cacheWrite: price, output: price },
  { requiredKeys: ['input', 'output'] },
);

/** A usage as a provider reports it: what was cached and written is a part of the input. */
const anyUsage: fc.Arbitrary<Usage> = fc
  .record({
    plain: fc.nat(10_000_000),
    cachedTokens: fc.option(fc.nat(10_000_000), { nil: undefined }),
    cacheWriteTokens: fc.option(fc.nat(10_000_000), { nil: undefined }),
    outputTokens: fc.nat(1_000_000),
  })
  .map(({ plain, cachedTokens, cacheWriteTokens, outputTokens }) => ({
    inputTokens: plain + (cachedTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
  }));

/** Whether two sums of money differ by no more than rounding. */
function areEqual(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, one, other);
}

test('priceOf charges each kind of token its own price', () => {
  const usage = { inputTokens: 1_000, cachedTokens: 600, cacheWriteTokens: 300, outputTokens: 50 };
  const prices = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 };
  expect(priceOf(usage, prices)).toBeCloseTo((100 * 3 + 600 * 0.3 + 300 * 3.75 + 50 * 15) / 1_000_000, 12);
});

test('priceOf charges input without a price of its own as other input, and reasoning as output', () => {
  const usage = { inputTokens: 100, cachedTokens: 60, outputTokens: 50, reasoningTokens: 40 };
  expect(priceOf(usage, { input: 1, output: 2 })).toBeCloseTo((100 + 2 * 50) / 1_000_000, 12);
});

test('the cost of two requests is the sum of their costs', () => {
  fc.assert(
    fc.property(anyUsage, anyUsage, anyPrices, (one, other, prices) => {
      expect(
        areEqual(priceOf(one, prices) + priceOf(other, prices), priceOf(addUsage(one, other), prices)),
      ).toBe(true);
    }),
  );
});

test('a cost is never negative, whatever parts a provider reports of the input', () => {
  const wrong = fc.record({
    inputTokens: fc.nat(),
    outputTokens: fc.nat(),
    cachedTokens: fc.nat(),
    cacheWriteTokens: fc.nat(),
  });
  fc.assert(
    fc.property(wrong, anyPrices, (usage, prices) => {
      expect(priceOf(usage, prices)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('cached input is never dearer than other input where its price is not', () => {
  const withDiscount = anyPrices.map((prices) => ({
    ...prices,
    cachedInput: Math.min(prices.cachedInput ?? 0, prices.input),
  }));
  fc.assert(
    fc.property(anyUsage, withDiscount, (anyOne, prices) => {
      const { cachedTokens: _, ...usage } = anyOne;
      const cached = { ...usage, cachedTokens: usage.inputTokens - (usage.cacheWriteTokens ?? 0) };
      expect(priceOf(cached, prices)).toBeLessThanOrEqual(priceOf(usage, prices) * (1 + 1e-9) + 1e-12);
    }),
  );
});
