import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNames } from '../../../src/workers/names/compare-names.js';
import { NameListBuilder } from '../../../src/workers/names/name-list-builder.js';
import { runToEnd } from '../../../src/actors/runtime/slices.js';
import { anyName, inOrder } from './any-name.js';

it('compareNames compares as a table is ordered, across tables', () => {
  fc.assert(
    fc.property(anyName, anyName, (a, b) => {
      const [one, other] = [a, b].map((name) => {
        const set = new NameListBuilder();
        const number = set.addText(name);
        const { names, ranks } = runToEnd(set.rank());
        return { names, rank: ranks[number]! };
      });
      const sign = a === b ? 0 : inOrder([a, b])[0] === a ? -1 : 1;
      expect(Math.sign(compareNames(one!.names, one!.rank, other!.names, other!.rank))).toBe(sign);
    }),
    { numRuns: 500 },
  );
});
