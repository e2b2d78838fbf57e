import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBeyondBudget } from '../../../../src/workers/index/retention/memory-budget.js';
import { anyFiles, parentsOf } from '../tree-arbitraries.js';
import { partsOf, type Tree, treeOf } from '../tree-parts.js';

const ENTRY_BYTES = 64;

function beyond(tree: Tree, entries: number): string[] {
  return [...findBeyondBudget(partsOf(tree, 2), entries * ENTRY_BYTES)];
}

/** How many children the directories hold that are not in `unlisted`. */
function held(tree: Tree, unlisted: readonly string[]): number {
  return [...tree.keys()].filter((path) => !unlisted.includes(parentsOf(path).at(-1) ?? '')).length;
}

describe('findBeyondBudget', () => {
  it('names no directory when everything fits', () => {
    expect(beyond(treeOf(['a/b', 'c']), 3)).toEqual([]);
  });

  it('names the deepest directories', () => {
    expect(beyond(treeOf(['a/x', 'a/y', 'b/deep/1', 'b/deep/2', 'top']), 6)).toEqual(['b/deep']);
  });

  it('goes on with smaller directories behind a large one, but not below it', () => {
    expect(beyond(treeOf(['a/1', 'a/2', 'a/3', 'a/4/x', 'b/y']), 5)).toEqual(['a', 'a/4']);
  });

  it('holds as much as there is room for, and no more', () => {
    fc.assert(
      fc.property(anyFiles, fc.nat({ max: 40 }), (files, room) => {
        const tree = treeOf(files);
        const unlisted = beyond(tree, room);
        expect(held(tree, unlisted)).toBeLessThanOrEqual(room);
        for (const directory of unlisted) {
          const isBelow =
            parentsOf(directory).some((parent) => unlisted.includes(parent)) ||
            (directory !== '' && unlisted.includes(''));
          const others = unlisted.filter((other) => other !== directory);
          if (!isBelow) expect(held(tree, others)).toBeGreaterThan(room);
        }
      }),
      { numRuns: 300 },
    );
  });
});
