import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdTable } from '../../../src/workers/index/id-table.js';

/** Walks the table as its owners do. */
function has(table: IdTable, hash: number, id: number): boolean {
  let slot = table.home(hash);
  while (table.at(slot) !== 0) {
    if (table.at(slot) === id) return true;
    slot = table.next(slot);
  }
  return false;
}

describe('IdTable', () => {
  it('has what a set has, whatever the hashes', () => {
    const anyHash = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1, 2 ** 31 - 1, -(2 ** 31)));
    const anySteps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 120 })), { maxLength: 300 });
    fc.assert(
      fc.property(fc.array(anyHash, { minLength: 121, maxLength: 121 }), anySteps, (hashes, steps) => {
        const hashOf = (id: number): number => hashes[id % 7 === 0 ? 7 : id]!;
        const table = new IdTable(hashOf);
        const model = new Set<number>();
        for (const [isInsert, id] of steps) {
          if (!isInsert) {
            table.delete(id);
            model.delete(id);
          } else if (!model.has(id)) {
            table.insert(id);
            model.add(id);
          }
        }
        table.settle();
        const ids = Array.from({ length: 120 }, (_, index) => index + 1);
        expect(ids.filter((id) => has(table, hashOf(id), id))).toEqual(ids.filter((id) => model.has(id)));
      }),
      { numRuns: 200 },
    );
  });
});
