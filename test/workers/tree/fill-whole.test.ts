import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawTree } from '../../../src/workers/tree/draw-tree.js';
import { fillWhole } from '../../../src/workers/tree/fill-budget.js';
import type { NamedDirectory, TreeBudget } from '../../../src/workers/tree/draw-tree.js';
import { anyNest, directoryOf, type Nest } from './memory-source.js';

/** The whole tree, if it fits. */
function drawWhole(top: NamedDirectory, budget: TreeBudget): string | undefined {
  const counts = fillWhole(top, budget);
  return counts && drawTree(top, budget, (directory) => counts.get(directory) ?? 0).text;
}

describe('fillWhole', () => {
  it('draws what drawing line by line draws, when all of it fits', () => {
    const anyBudget = fc.record({
      maxChars: fc.integer({ min: 3, max: 2000 }),
      maxEntries: fc.integer({ max: 150, min: 0 }),
    });
    fc.assert(
      fc.property(anyNest, anyBudget, (nest, budget) => {
        const drawn = drawTree({ directory: directoryOf(nest), name: 'top' }, budget, () => Infinity);
        const whole = drawWhole({ directory: directoryOf(nest), name: 'top' }, budget);
        const found = whole && { text: whole, entries: drawn.entries, isCutOff: false };
        expect(found).toEqual(drawn.isCutOff ? undefined : drawn);
      }),
      { numRuns: 500 },
    );
  });

  it('takes a budget that is no whole number', () => {
    const top = { directory: directoryOf({ a: 'file' }), name: 'top' };
    expect(drawWhole(top, { maxChars: 11.5, maxEntries: 9 })).toBe('top/\n└── a\n');
  });

  it('reads no child of a directory that cannot fit', () => {
    const reading = { children: 0, directories: 0 };
    const large: Nest = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, 'file']));
    const directory = directoryOf({ a: 'file', b: large, c: large }, reading);
    expect(drawWhole({ directory, name: 'top' }, { maxChars: 500, maxEntries: 1000 })).toBe(undefined);
    expect(reading).toEqual({ children: 3, directories: 3 });
  });

  it('reads nothing of a level that cannot fit, though each of its directories would', () => {
    const files: Nest = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`f${at}`, 'file']));
    const wide: Nest = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`d${at}`, files]));
    const reading = { children: 0, directories: 0 };
    const directory = directoryOf(wide, reading);
    expect(drawWhole({ directory, name: 'top' }, { maxChars: 1000, maxEntries: 1000 })).toBe(undefined);
    expect(reading).toEqual({ children: 10, directories: 11 });
  });
});
