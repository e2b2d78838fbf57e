import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { PathList, PathPacker } from '../../../src/workers/scan/path-list.js';

function chunksOf(...batches: string[][]): (readonly RelPath[])[] {
  const packer = new PathPacker();
  for (const batch of batches) packer.add(batch as RelPath[]);
  const list = new PathList(packer.finish());
  const chunks: (readonly RelPath[])[] = [];
  for (let chunk = list.chunk(0); chunk !== null; chunk = list.chunk(chunks.length)) chunks.push(chunk);
  return chunks;
}

it('PathList holds no chunk when nothing was packed', () => {
  expect([chunksOf(), chunksOf([], [])]).toEqual([[], []]);
});

it('PathList holds the paths that were packed, in order, in chunks of 16', () => {
  const path = fc.string({
    unit: fc.constantFrom('a', '/', 'é', '😀', '\n', ' '),
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.array(fc.array(path, { maxLength: 40 }), { maxLength: 5 }), (batches) => {
      const chunks = chunksOf(...batches);
      expect(chunks.flat()).toEqual(batches.flat());
      expect(chunks.slice(0, -1).every((chunk) => chunk.length === 16)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
