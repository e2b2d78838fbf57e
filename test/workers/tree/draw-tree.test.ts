import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawTree } from '../../../src/workers/tree/draw-tree.js';
import { isExcludedDirectory } from '../../../src/workers/tree/exclude.js';
import type { TreeDirectory } from '../../../src/workers/tree/tree-source.js';
import { anyNest, directoryOf, type Nest } from './memory-source.js';

interface Limits {
  readonly maxDepth: number;
  readonly maxItemsPerDir: number;
}

/** S0's own renderChildrenCombined, but for where the children come from. */
function renderChildrenCombined(
  directory: TreeDirectory,
  maxChars: number,
  parentPrefix: string,
  fileCount: { count: number; max: number },
  options: Limits & { readonly currentDepth: number },
): { childrenContent: string; childrenCutOff: boolean } {
  const children = Array.from({ length: directory.count }, (_, place) => directory.child(place));
  const { maxDepth, currentDepth } = options;
  const maxItemsPerDir = currentDepth === 0 ? Infinity : options.maxItemsPerDir;
  const nextDepth = currentDepth + 1;
  let childrenContent = '';
  let childrenCutOff = false;
  let remainingChars = maxChars;
  if (nextDepth > maxDepth) return { childrenContent: '', childrenCutOff: true };
  const itemsToProcess = maxItemsPerDir === Infinity ? children : children.slice(0, maxItemsPerDir);
  const hasMoreItems = children.length > itemsToProcess.length;
  for (let i = 0; i < itemsToProcess.length; i++) {
    if (fileCount.count >= fileCount.max) {
      childrenCutOff = true;
      break;
    }
    const child = itemsToProcess[i]!;
    const isLast = i === itemsToProcess.length - 1 && !hasMoreItems;
    const branchSymbol = isLast ? '└── ' : '├── ';
    const childLine = `${parentPrefix}${branchSymbol}${child.name}${child.isDirectory ? '/' : ''}${child.isSymlink ? ' (symbolic link)' : ''}\n`;
    if (childLine.length > remainingChars) {
      childrenCutOff = true;
      break;
    }
    childrenContent += childLine;
    remainingChars -= childLine.length;
    fileCount.count++;
    const nextLevelPrefix = parentPrefix + (isLast ? '    ' : '│   ');
    if (child.isDirectory && child.isEntered && !isExcludedDirectory(child.name)) {
      const below = directory.open(i);
      if (below.count > 0) {
        const grand = renderChildrenCombined(below, remainingChars, nextLevelPrefix, fileCount, {
          ...options,
          currentDepth: nextDepth,
        });
        childrenContent += grand.childrenContent;
        remainingChars -= grand.childrenContent.length;
        if (grand.childrenCutOff) childrenCutOff = true;
      }
    }
  }
  if (hasMoreItems) {
    const truncatedLine = `${parentPrefix}└── (${children.length - itemsToProcess.length} more items not shown...)\n`;
    if (truncatedLine.length <= remainingChars) childrenContent += truncatedLine;
    childrenCutOff = true;
  }
  return { childrenContent, childrenCutOff };
}

describe('drawTree', () => {
  it('draws what S0 draws, whatever the limits', () => {
    const anyLimit = fc.constantFrom(1, 2, 3, Infinity);
    const anyBudget = fc.record({
      maxChars: fc.integer({ min: 5, max: 600 }),
      maxEntries: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(anyNest, anyBudget, anyLimit, anyLimit, (nest, budget, maxDepth, maxItemsPerDir) => {
        const directory = directoryOf(nest);
        const fileCount = { count: 0, max: budget.maxEntries };
        const limits = { maxDepth, maxItemsPerDir, currentDepth: 0 };
        const roomBelow = budget.maxChars - 'top/\n'.length;
        const expected = renderChildrenCombined(directory, roomBelow, '', fileCount, limits);
        const drawing = drawTree({ directory, name: 'top' }, budget, (_, depth) => {
          if (depth === 0) return Infinity;
          return depth < maxDepth ? maxItemsPerDir : 0;
        });
        expect(drawing).toEqual({
          text: `top/\n${expected.childrenContent}`,
          entries: fileCount.count,
          isCutOff: expected.childrenCutOff,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('draws nothing when not even the first line fits', () => {
    const drawing = drawTree(
      { directory: directoryOf({ a: 'file' }), name: 'top' },
      { maxChars: 4, maxEntries: 9 },
      () => Infinity,
    );
    expect(drawing).toEqual({ text: '', entries: 0, isCutOff: true });
  });

  it('draws a tree a thousand directories deep', () => {
    let nest: Nest = { end: 'file' };
    for (let depth = 0; depth < 1000; depth++) nest = { d: nest };
    const { text, entries } = drawTree(
      { directory: directoryOf(nest), name: 'top' },
      { maxChars: 1e8, maxEntries: 2000 },
      () => Infinity,
    );
    expect(entries).toBe(1001);
    expect(text.split('\n').at(-2)).toBe(`${' '.repeat(4000)}└── end`);
  });
});
