import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lru } from '../../../src/workers/collections/lru.js';

describe('Lru', () => {
  it('keeps keys in the order of their last use, as a list would', () => {
    const anyStep = fc.record({ how: fc.constantFrom('add', 'touch', 'delete'), key: fc.nat({ max: 6 }) });
    fc.assert(
      fc.property(fc.array(anyStep), (steps) => {
        const lru = new Lru<number>();
        let list: number[] = [];
        for (const { how, key } of steps) {
          lru[how](key);
          if (how !== 'add' || !list.includes(key)) list = list.filter((other) => other !== key);
          if (how !== 'delete' && !list.includes(key)) list.push(key);
          expect([...lru]).toEqual(list);
          expect(lru.oldest).toBe(list[0]);
          expect(lru.size).toBe(list.length);
          expect(lru.has(key)).toBe(list.includes(key));
        }
      }),
    );
  });
});
