import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { PathFeed } from '../../../src/workers/grep/path-feed.js';
import { type PackedPaths, PathList, PathPacker } from '../../../src/workers/grep/path-list.js';

/** The parts in which the batches come. */
function partsOf(...batches: string[][]): PackedPaths[] {
  const packer = new PathPacker();
  const parts = batches.map((batch) => packer.add(batch as RelPath[]));
  return [...parts, packer.finish()].filter((part) => part !== null);
}

function chunksOf(...batches: string[][]): (readonly RelPath[])[] {
  const chunks: (readonly RelPath[])[] = [];
  for (const part of partsOf(...batches)) {
    const list = new PathList(part);
    for (let chunk = list.chunk(chunks.length); chunk !== null; chunk = list.chunk(chunks.length))
      chunks.push(chunk);
    expect(list.endChunk).toBe(chunks.length);
  }
  return chunks;
}

const names = (count: number): RelPath[] =>
  Array.from({ length: count }, (_, index) => `file ${index}` as RelPath);

it('PathList holds no chunk when nothing was packed', () => {
  expect([chunksOf(), chunksOf([], [])]).toEqual([[], []]);
});

it('PathList holds the paths that were packed, in order, in chunks of at most 16', () => {
  const path = fc.string({
    unit: fc.constantFrom('a', '/', 'é', '😀', '\n', ' '),
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.array(fc.array(path, { maxLength: 1200 }), { maxLength: 5 }), (batches) => {
      const chunks = chunksOf(...batches);
      expect(chunks.flat()).toEqual(batches.flat());
      expect(chunks.every((chunk) => chunk.length > 0 && chunk.length <= 16)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

it('PathPacker leaves nothing over when it gives a part', () => {
  expect(partsOf(names(1000), names(101)).map(({ ends }) => ends.byteLength / 4)).toEqual([69]);
});

it('PathPacker gives each part as soon as it is twice as large as the one before', () => {
  const batches = Array.from({ length: 9 }, () => names(1024));
  expect(partsOf(...batches).map(({ firstChunk, ends }) => [firstChunk, ends.byteLength / 4])).toEqual([
    [0, 64],
    [64, 128],
    [192, 256],
    [448, 128],
  ]);
});

it('PathFeed hands on a part while others are still to come, and nothing behind the last', async () => {
  const feed = new PathFeed();
  const first = feed.partWith(0);
  const second = feed.partWith(64);
  const behind = feed.partWith(65);
  feed.add(names(1024));
  expect((await first)?.firstChunk).toBe(0);
  feed.add(names(6));
  feed.finish();
  expect((await second)?.firstChunk).toBe(64);
  expect([await behind, await feed.partWith(66)]).toEqual([null, null]);
});
