import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { listDirectories } from '../../../../src/workers/index/store/list-directories.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { anyFiles, anyPath } from '../tree-arbitraries.js';
import { partsOf, treeOf } from '../tree-parts.js';
import { add } from '../edit-index.js';

/** Every directory at or below one, as the index tells them one by one. */
function below(data: IndexData, directory: RelPath): string[] {
  const id = data.find(directory);
  if (id === -1 || !data.isDirectory(id)) return [];
  const inner = data.childrenOf(id).filter((child) => data.isDirectory(child));
  return [directory, ...inner.flatMap((child) => below(data, data.pathOf(child)))];
}

describe('listDirectories', () => {
  it('gives the paths and stamps of all directories below one, in an index of many layers', () => {
    const anyChange = fc.record({ path: anyPath, isRemoved: fc.boolean() });
    fc.assert(
      fc.property(anyFiles, fc.array(anyChange, { maxLength: 40 }), anyPath, (files, changes, path) => {
        const data = new IndexData();
        runToEnd(data.mergeScan(partsOf(treeOf(files))));
        for (const change of changes) {
          if (change.isRemoved) data.remove(change.path);
          else add(data, change.path, 0);
        }
        for (const under of ['' as RelPath, path, path.slice(0, path.lastIndexOf('/')) as RelPath]) {
          const wanted = below(data, under).sort();
          for (const [place, directory] of wanted.entries()) data.setStamp(directory as RelPath, place + 1);
          const listed = runToEnd(listDirectories(data.layers, under));
          expect(listed.count).toBe(wanted.length);
          expect(listed.paths.map((found, at) => `${listed.stamps[at]} ${found}`).sort()).toEqual(
            wanted.map((found, place) => `${place + 1} ${found}`).sort(),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
