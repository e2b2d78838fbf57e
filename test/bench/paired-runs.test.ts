import { expect, test } from 'vitest';
import { ratios, runPaired } from '../../bench/paired-runs.js';

test('paired runs put every contender in every round and let another one begin each', async () => {
  const order: string[] = [];
  const contender = (label: string): { label: string; run: () => Promise<number> } => ({
    label,
    run: () => Promise.resolve(order.push(label)),
  });

  const results = await runPaired(['a', 'b', 'c'].map(contender), { rounds: 3, warmUps: 1 });

  expect(order.join(' ')).toBe('a b c b c a c a b a b c');
  // The first three, the warm-up, are left out.
  expect(Object.fromEntries(results)).toEqual({ a: [6, 8, 10], b: [4, 9, 11], c: [5, 7, 12] });
});

test('paired runs fail when a contender does', async () => {
  const broken = { label: 'broken', run: () => Promise.reject(new Error('no rg')) };
  await expect(runPaired([broken], { rounds: 1 })).rejects.toThrow('no rg');
});

test('ratios compare round by round, not the medians', () => {
  // A round in which the machine was slow is slow for both.
  expect(ratios([10, 100, 30], [20, 200, 10])).toEqual({ median: 0.5, min: 0.5, max: 3 });
});

test('ratios without a peer are no numbers', () => {
  expect(ratios([10], []).median).toBeNaN();
});
