import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawTree, type TreeBudget } from '../../../src/workers/tree/draw-tree.js';
import { fillBudget } from '../../../src/workers/tree/fill-budget.js';
import type { TreeDirectory } from '../../../src/workers/tree/tree-source.js';
import { anyNest, directoryOf, type Nest, type Reading } from './memory-source.js';

const floor = (depth: number): number => (depth === 0 ? Infinity : depth < 3 ? 3 : 0);
const unlimited: TreeBudget = { maxChars: Infinity, maxEntries: Infinity };
const anyBudget = fc.record({
  maxChars: fc.integer({ min: 5, max: 700 }),
  maxEntries: fc.integer({ min: 1, max: 60 }),
});

describe('fillBudget', () => {
  it('plans a tree that fits to the last line', () => {
    fc.assert(
      fc.property(anyNest, anyBudget, (nest, budget) => {
        const top = { directory: directoryOf(nest), name: 'top' };
        const { counts } = fillBudget(top, budget, floor);
        const planned = [...counts.values()].reduce((sum, count) => sum + count, 0);
        const plan = (directory: TreeDirectory): number => counts.get(directory) ?? 0;
        const drawing = drawTree(top, budget, plan);
        expect(drawing.entries).toBe(planned);
        expect(drawing.text).toBe(drawTree(top, unlimited, plan).text);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out nothing of the floor exactly when the floor fits', () => {
    fc.assert(
      fc.property(anyNest, anyBudget, (nest, budget) => {
        const top = { directory: directoryOf(nest), name: 'top' };
        const onlyFloor = drawTree(top, unlimited, (_, depth) => floor(depth));
        const { counts, meetsFloor } = fillBudget(top, budget, floor);
        expect(meetsFloor).toBe(
          onlyFloor.text.length <= budget.maxChars && onlyFloor.entries <= budget.maxEntries,
        );
        if (!meetsFloor) return;
        let level: TreeDirectory[] = [top.directory];
        for (let depth = 0; level.length > 0; depth++) {
          const floors = level.map(({ count }) => Math.min(count, floor(depth)));
          expect(level.every((directory, at) => (counts.get(directory) ?? 0) >= floors[at]!)).toBe(true);
          level = level.flatMap((directory, at) => openedAmong(directory, floors[at]!));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('could not show one more child of any directory', () => {
    fc.assert(
      fc.property(anyNest, anyBudget, (nest, budget) => {
        const top = { directory: directoryOf(nest), name: 'top' };
        const { counts } = fillBudget(top, budget, floor);
        const onShow = [top.directory];
        for (const directory of onShow) onShow.push(...openedAmong(directory, counts.get(directory) ?? 0));
        for (const directory of onShow) {
          const more = (counts.get(directory) ?? 0) + 1;
          if (more > directory.count) continue;
          const drawing = drawTree(top, unlimited, (other) =>
            other === directory ? more : (counts.get(other) ?? 0),
          );
          expect(drawing.text.length > budget.maxChars || drawing.entries > budget.maxEntries).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('plans the same for the same tree', () => {
    fc.assert(
      fc.property(anyNest, anyBudget, (nest, budget) => {
        const draw = (): string => {
          const top = { directory: directoryOf(nest), name: 'top' };
          const { counts } = fillBudget(top, budget, floor);
          return drawTree(top, budget, (directory) => counts.get(directory) ?? 0).text;
        };
        expect(draw()).toBe(draw());
      }),
    );
  });

  it('reads what it shows and little more, however large the tree is', () => {
    const files = (count: number): Nest =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'file' as const]));
    const wide: Nest = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`d${index}`, { sub: files(1000), ...files(1000) }]),
    );
    const reading: Reading = { children: 0, directories: 0 };
    const top = { directory: directoryOf(wide, reading), name: 'top' };
    const { counts } = fillBudget(top, { maxChars: 20_000, maxEntries: 1000 }, floor);
    const shown = [...counts.values()].reduce((sum, count) => sum + count, 0);
    expect({ shown, directories: reading.directories }).toEqual({ shown: 1000, directories: 101 });
    expect(reading.children).toBeLessThanOrEqual(shown + 2 * reading.directories);
  });
});

/** The directories to open among the first children of one. */
function openedAmong(directory: TreeDirectory, count: number): TreeDirectory[] {
  return Array.from({ length: count }, (_, place) => place)
    .filter((place) => directory.child(place).isEntered)
    .map((place) => directory.open(place));
}
