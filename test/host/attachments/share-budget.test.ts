import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareBudget } from '../../../src/host/attachments/share-budget.js';

const sizes = fc.array(fc.nat(1_000), { maxLength: 20 });

test('what fits gets all that it needs', () => {
  expect(shareBudget([5, 0, 7], 12)).toEqual([5, 0, 7]);
  expect(shareBudget([5, 7], Infinity)).toEqual([5, 7]);
  expect(shareBudget([], 10)).toEqual([]);
});

test('what is small is whole, and the large ones share the rest', () => {
  expect(shareBudget([1_000, 10, 400, 20], 230)).toEqual([100, 10, 100, 20]);
  expect(shareBudget([3, 3], -1)).toEqual([0, 0]);
});

test('no share is greater than its size or their sum than the budget, and nobody who is cut gets less than another', () => {
  fc.assert(
    fc.property(sizes, fc.nat(10_000), (needed, budget) => {
      const shares = shareBudget(needed, budget);
      const sum = shares.reduce((all, share) => all + share, 0);
      expect(shares.length).toBe(needed.length);
      expect(sum).toBeLessThanOrEqual(budget);
      const cut = shares.filter((share, index) => share < (needed[index] ?? 0));
      // A whole token cannot be divided.
      if (cut.length > 0) expect(Math.min(...cut)).toBeGreaterThanOrEqual(Math.max(...shares) - 1);
      if (cut.length > 0) expect(sum).toBeGreaterThan(budget - needed.length);
      for (const [index, share] of shares.entries()) expect(share).toBeLessThanOrEqual(needed[index] ?? 0);
    }),
    { numRuns: 10_000 },
  );
});
