import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { childPath, drawTree, isOpened } from '../../../src/workers/tree/draw-tree.js';
import { fillBudget } from '../../../src/workers/tree/fill-budget.js';
import { anyNest, sourceOf } from './memory-source.js';

const top = { path: '' as RelPath, name: 'top' };
const floor = (depth: number): number => (depth === 0 ? Infinity : depth < 3 ? 3 : 0);
const anyBudget = fc.record({
  maxChars: fc.integer({ min: 5, max: 700 }),
  maxEntries: fc.integer({ min: 1, max: 60 }),
});

describe('fillBudget', () => {
  it('plans a tree that fits to the last line', () => {
    fc.assert(
      fc.property(anyNest, anyBudget, (nest, budget) => {
        const source = sourceOf(nest);
        const counts = fillBudget(source, top, budget, floor);
        const planned = [...counts.values()].reduce((sum, count) => sum + count, 0);
        const plan = (path: RelPath): number => counts.get(path) ?? 0;
        const drawing = drawTree(source, top, budget, plan);
        expect(drawing.entries).toBe(planned);
        expect(drawing.text).toBe(
          drawTree(source, top, { maxChars: Infinity, maxEntries: Infinity }, plan).text,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out nothing of the floor when the floor fits', () => {
    fc.assert(
      fc.property(anyNest, anyBudget, (nest, budget) => {
        const source = sourceOf(nest);
        const onlyFloor = drawTree(source, top, { maxChars: Infinity, maxEntries: Infinity }, (_, depth) =>
          floor(depth),
        );
        fc.pre(onlyFloor.text.length <= budget.maxChars && onlyFloor.entries <= budget.maxEntries);
        const counts = fillBudget(source, top, budget, floor);
        let level: RelPath[] = [top.path];
        for (let depth = 0; level.length > 0; depth++) {
          const shown = level.map((path) => source.children(path).slice(0, floor(depth)));
          expect(level.every((path, index) => (counts.get(path) ?? 0) >= shown[index]!.length)).toBe(true);
          level = level.flatMap((path, index) =>
            shown[index]!.filter(isOpened).map((child) => childPath(path, child)),
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('could not show one more child of any directory', () => {
    fc.assert(
      fc.property(anyNest, anyBudget, (nest, budget) => {
        const source = sourceOf(nest);
        const counts = fillBudget(source, top, budget, floor);
        for (const path of openable(source, counts)) {
          const more = new Map(counts).set(path, (counts.get(path) ?? 0) + 1);
          if (more.get(path)! > source.children(path).length) continue;
          const plan = (path: RelPath): number => more.get(path) ?? 0;
          const drawing = drawTree(source, top, { maxChars: Infinity, maxEntries: Infinity }, plan);
          expect(drawing.text.length > budget.maxChars || drawing.entries > budget.maxEntries).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The directories on show that may be opened, the top among them when it has room for itself. */
function openable(source: ReturnType<typeof sourceOf>, counts: ReadonlyMap<RelPath, number>): RelPath[] {
  const paths: RelPath[] = [top.path];
  for (const [path, count] of counts) {
    for (const child of source.children(path).slice(0, count))
      if (isOpened(child)) paths.push(childPath(path, child));
  }
  return paths;
}
