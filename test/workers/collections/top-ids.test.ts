import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TopIds } from '../../../src/workers/collections/top-ids.js';

describe('TopIds', () => {
  it('keeps the ids of the highest scores from a least one on, of equal ones the lowest, and knows the worst', () => {
    const anyScores = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 60 });
    const anyLeast = fc.constantFrom(undefined, -2, 3);
    fc.assert(
      fc.property(anyScores, fc.nat({ max: 20 }), fc.nat(), anyLeast, (scores, size, seed, minScore) => {
        const items = scores.map((score, id) => ({ id: (id * 7919 + seed) % 1_000_003, score }));
        const counted = items.filter(({ score }) => score >= (minScore ?? -Infinity));
        const expected = counted.toSorted((a, b) => b.score - a.score || a.id - b.id).slice(0, size);
        const top = new TopIds(size, minScore);
        for (const { id, score } of items) top.push(score, id);
        const isFull = counted.length >= size;
        expect(top.sorted()).toEqual(expected);
        expect([top.isEmpty, top.isFull]).toEqual([expected.length === 0, isFull]);
        if (size > 0) expect(top.worst).toBe(isFull ? expected.at(-1)?.score : (minScore ?? -Infinity));
      }),
      { numRuns: 300 },
    );
  });
});
