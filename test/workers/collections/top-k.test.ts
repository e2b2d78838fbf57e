import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TopK } from '../../../src/workers/collections/top-k.js';

const ascending = (a: number, b: number): number => a - b;

describe('TopK', () => {
  it('keeps the best of all that was pushed, and knows the worst of them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat({ max: 20 }), (items, size) => {
        const expected = [...items].sort(ascending).slice(0, size);
        const top = new TopK(size, ascending);
        for (const item of items) top.push(item);
        expect(top.sorted()).toEqual(expected);
        expect(top.worst).toBe(items.length < size ? undefined : expected.at(-1));
      }),
    );
  });
});
