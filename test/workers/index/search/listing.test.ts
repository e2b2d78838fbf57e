import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareListed, listChildren } from '../../../../src/workers/index/search/listing.js';
import { anyFiles, indexOf, parentsOf } from '../tree-arbitraries.js';

describe('listChildren', () => {
  const data = indexOf(['b10.ts', 'b9.ts', 'B1.ts', 'z/x', 'a2/x', 'a10/x', '.git/x', 'README', 'readme']);
  const list = (limit = 100): string[] => listChildren(data.layers, '', limit).map((id) => data.nameOf(id));

  it('puts directories first, then names, each in natural order', () => {
    expect(list()).toEqual(['.git', 'a2', 'a10', 'z', 'B1.ts', 'b9.ts', 'b10.ts', 'readme', 'README']);
  });

  it('is right for any tree, in any layers', () => {
    fc.assert(
      fc.property(anyFiles, fc.nat(), fc.nat({ max: 12 }), (files, cut, limit) => {
        const half = cut % (files.length + 1);
        const layered = indexOf(files.slice(0, half));
        layered.change((batch) => {
          for (const file of files.slice(half)) batch.add(file, 0);
        });
        const all = [...new Set([...files, ...files.flatMap(parentsOf)])];
        const isDirectory = (path: string): boolean => all.some((other) => other.startsWith(`${path}/`));
        const directory = files.flatMap(parentsOf)[cut % 3] ?? '';
        const children = all.filter(
          (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === directory,
        );
        const expected = children
          .map((path) => ({
            path,
            name: path.slice(path.lastIndexOf('/') + 1),
            isDirectory: isDirectory(path),
          }))
          .sort(compareListed);
        const found = listChildren(layered.layers, directory, limit).map((id) => layered.pathOf(id));
        expect(found).toEqual(expected.slice(0, limit).map(({ path }) => path));
      }),
      { numRuns: 300 },
    );
  });

  it('stops at the limit', () => {
    expect(list(3)).toEqual(['.git', 'a2', 'a10']);
  });
});
