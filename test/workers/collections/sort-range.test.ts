import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortRange } from '../../../src/workers/collections/sort-range.js';

describe('sortRange', () => {
  it('gives what sorting all would put there', () => {
    const place = fc.nat({ max: 60 });
    const items = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 50 });
    fc.assert(
      fc.property(items, place, place, (all, from, length) => {
        const sorted = [...all].sort((a, b) => a - b);
        expect(sortRange([...all], from, from + length, (a, b) => a - b)).toEqual(
          sorted.slice(from, from + length),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('compares each item a few times, wherever the range lies', () => {
    const COUNT = 20_000;
    const costs = [0, COUNT / 2, COUNT - 500].map((from) => {
      const items = Array.from({ length: COUNT }, (_, index) => (index * 7919) % COUNT);
      let comparisons = 0;
      sortRange(items, from, from + 500, (a, b) => {
        comparisons++;
        return a - b;
      });
      return comparisons / COUNT;
    });
    expect(Math.max(...costs)).toBeLessThan(8);
  });
});
