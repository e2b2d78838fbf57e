import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSpread, quantile, spread } from '../../bench/quantile.js';

describe('quantile', () => {
  test('a quantile is a value that the share of the others does not exceed', () => {
    const values = [5, 1, 4, 2, 3];
    expect([0, 0.2, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 2, 3, 5, 5]);
  });

  test('a quantile of no values is no number', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });

  test('a quantile is one of the values, with its share of them below it or equal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          const result = quantile(values, share);
          expect(values).toContain(result);
          expect(values.filter((value) => value <= result).length).toBeGreaterThanOrEqual(
            share * values.length,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('spread', () => {
  test('a spread keeps the middle, the least and the most, and leaves the values as they were', () => {
    const values = [30, 10, 20];
    expect(spread(values)).toEqual({ median: 20, min: 10, max: 30 });
    expect(values).toEqual([30, 10, 20]);
  });

  test('a spread reads as its middle with the least and the most behind it', () => {
    expect(formatSpread({ median: 12.345, min: 1, max: 99.99 }, 1)).toBe('12.3 (1.0 to 100.0)');
  });
});
