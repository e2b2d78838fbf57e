import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { DeferredScanQueue, mergeDirectories } from '../../../../src/workers/index/sync/sync-task.js';

const many = (count: number): RelPath[] => Array.from({ length: count }, (_, at) => `a/b/d${at}` as RelPath);
const paths = (...all: string[]): RelPath[] => all as RelPath[];

describe('mergeDirectories', () => {
  it('leaves out what lies below another, and takes one directory for very many', () => {
    expect([...mergeDirectories(paths('a/b', 'c', 'a', 'c'))].sort()).toEqual(['a', 'c']);
    expect(mergeDirectories(many(16))).toEqual(many(16));
    expect(mergeDirectories(many(17))).toEqual(['a/b']);
  });
});

describe('DeferredScanQueue', () => {
  it('gathers until it is taken, and says what is the first', () => {
    const left = new DeferredScanQueue();
    expect(left.add({ scans: paths('a'), sweeps: [] })).toBe(true);
    expect(left.add({ scans: [], sweeps: paths('b') })).toBe(false);
    expect(left.take()).toEqual({ scans: ['a'], sweeps: ['b'] });
    expect(left.take()).toEqual({ scans: [], sweeps: [] });
    expect(left.add({ scans: many(40), sweeps: many(40) })).toBe(true);
    expect(left.take()).toEqual({ scans: ['a/b'], sweeps: many(40) });
  });
});
