import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../src/workers/index/data.js';
import { loadScan, reconcileScan } from '../../../src/workers/index/load-scan.js';
import { PartBuilder } from '../../../src/workers/scan/part-builder.js';
import { EntryKind, type TreePart } from '../../../src/workers/scan/scan-part.js';
import { anyFiles, byBytes, indexOf, parentsOf } from './tree-arbitraries.js';

/** What walkers make of a tree: its directories dealt out among several of them, parents first in each. */
function partsOf(files: readonly string[], walkers: number, under = ''): TreePart[] {
  const isBelow = (path: string): boolean => under === '' || path === under || path.startsWith(`${under}/`);
  const directories = [...new Set(['', ...files.flatMap(parentsOf)])].filter(isBelow).sort();
  const entries = [...directories.filter((path) => path !== ''), ...files].filter((path) => path !== under);
  return Array.from({ length: walkers }, (_, walker): TreePart => {
    const read = directories.filter((_, index) => index % walkers === walker);
    const part = new PartBuilder();
    for (const directory of read) {
      const children = entries.filter(
        (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === directory,
      );
      part.addDirectory(
        directory as RelPath,
        children.map((path) => path.slice(path.lastIndexOf('/') + 1)),
        children.map((path) => (files.includes(path) ? 0 : EntryKind.directory)),
      );
    }
    return part.build();
  });
}

const anyWalkers = fc.integer({ min: 1, max: 3 });

describe('loadScan', () => {
  it('makes an index of what the walkers found, every directory known in full', () => {
    fc.assert(
      fc.property(anyFiles, anyWalkers, (files, walkers) => {
        const data = new IndexData();
        loadScan(data, partsOf(files, walkers));
        expect([...data.paths()]).toEqual([...files].sort(byBytes));
        const directories = ['', ...new Set(files.flatMap(parentsOf))];
        expect(data.directoryCount).toBe(directories.length - 1);
        expect(directories.every((path) => data.isComplete(data.find(path)))).toBe(true);
      }),
    );
  });

  it('loads nothing from a scan that read nothing', () => {
    const data = new IndexData();
    loadScan(data, partsOf([], 2).slice(1));
    expect([data.fileCount, data.directoryCount, data.isComplete(0)]).toEqual([0, 0, false]);
  });
});

describe('reconcileScan', () => {
  it('turns any index into what the walkers found, and counts what it changed', () => {
    fc.assert(
      fc.property(anyFiles, anyFiles, anyWalkers, (before, after, walkers) => {
        const data = indexOf(before);
        const { added, removed } = reconcileScan(data, partsOf(after, walkers), '' as RelPath);
        expect([...data.paths()]).toEqual([...after].sort(byBytes));
        expect(added - removed).toBe(data.fileCount + data.directoryCount - entryCount(before));
        const again = reconcileScan(data, partsOf(after, walkers), '' as RelPath);
        expect(again).toEqual({ added: 0, removed: 0 });
      }),
      { numRuns: 200 },
    );
  });

  it('leaves alone what is not below the directory that was scanned', () => {
    const data = indexOf(['a/old', 'a/b/x', 'c/stays']);
    const outcome = reconcileScan(data, partsOf(['a/new', 'c/other'], 1, 'a'), 'a' as RelPath);
    expect(outcome).toEqual({ added: 1, removed: 3 });
    expect([...data.paths()]).toEqual(['a/new', 'c/stays']);
  });

  it('empties a directory that could not be read, and knows it in part', () => {
    const data = indexOf(['a/secret/x', 'a/y']);
    const [part] = partsOf(['a/secret/x', 'a/y'], 1);
    const isRead = (directory: string): boolean => directory !== 'a/secret';
    const directories = part!.directories.split('\0').filter(isRead);
    const parts = [{ ...part!, directories: directories.join('\0'), counts: part!.counts.slice(0, 2) }];
    expect(reconcileScan(data, parts, '' as RelPath)).toEqual({ added: 0, removed: 1 });
    expect([...data.paths()]).toEqual(['a/y']);
    expect(data.isComplete(data.find('a/secret'))).toBe(false);
  });
});

function entryCount(files: readonly string[]): number {
  return files.length + new Set(files.flatMap(parentsOf)).size;
}
