import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { IgnoredTree } from '../../../../src/workers/index/rules/ignored-tree.js';

const tree = IgnoredTree.of(['b10', 'a/out', 'b2', 'a/b/tmp', '__proto__/x'] as RelPath[]);

describe('IgnoredTree', () => {
  it('names what is left out of each directory, in natural order', () => {
    const names = ['', 'a', 'a/b', '__proto__'].map((path) => tree.at(path as RelPath)?.names);
    expect(names).toEqual([['b2', 'b10'], ['out'], ['tmp'], ['x']]);
    expect(tree.in('a')?.in('b')?.names).toEqual(['tmp']);
  });

  it('knows nothing of a directory where nothing is left out', () => {
    expect(['c', 'a/c', 'a/out', 'b2'].map((path) => tree.at(path as RelPath))).toEqual(
      Array.from({ length: 4 }),
    );
  });
});
