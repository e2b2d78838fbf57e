import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNames } from '../../../src/workers/names/compare-names.js';
import { NameSet } from '../../../src/workers/names/name-set.js';
import { anyName, inOrder } from './any-name.js';

it('compareNames compares as a table is ordered, across tables', () => {
  fc.assert(
    fc.property(anyName, anyName, (a, b) => {
      const [one, other] = [a, b].map((name) => {
        const set = new NameSet();
        set.add(name);
        return set.rank().names;
      });
      const sign = a === b ? 0 : inOrder([a, b])[0] === a ? -1 : 1;
      expect(Math.sign(compareNames(one!, 0, other!, 0))).toBe(sign);
    }),
    { numRuns: 500 },
  );
});
