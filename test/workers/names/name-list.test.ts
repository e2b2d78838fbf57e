import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameList } from '../../../src/workers/names/name-list.js';
import { nameText } from '../../../src/workers/names/name-text.js';
import { anyNames, inOrder } from './any-name.js';

function rank(...listings: readonly (readonly string[])[]): {
  sorted: string[];
  found: string[];
  size: number;
} {
  const list = new NameList();
  for (const names of listings) list.add(names);
  const { names: table, ranks } = list.rank();
  const sorted = Array.from({ length: table.starts.length - 1 }, (_, rank) => nameText(table, rank));
  return { sorted, found: Array.from(ranks, (rank) => sorted[rank]!), size: list.size };
}

// No file system has a name without letters, or with a NUL in it.
const namesOfFiles = anyNames.map((names) => names.filter((name) => name !== '' && !name.includes('\0')));

describe('NameList', () => {
  it('ranks each name once and tells the rank of each that was added when names come again', () => {
    expect(rank(['b', 'a'], [], ['B', 'a', 'é'], ['b'])).toEqual({
      sorted: ['a', 'B', 'b', 'é'],
      found: ['b', 'a', 'B', 'a', 'é', 'b'],
      size: 6,
    });
  });

  it('ranks any names as the order is defined, and finds each at its rank', () => {
    fc.assert(
      fc.property(fc.array(namesOfFiles), (listings) => {
        const names = listings.flat();
        expect(rank(...listings)).toEqual({ sorted: inOrder(names), found: names, size: names.length });
      }),
      { numRuns: 300 },
    );
  });

  it('holds many names, and names of any length', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `name-${index % 7000}.ts`);
    const long = ['😀'.repeat(40_000), 'x'.repeat(70_000), 'x'.repeat(69_999)];
    expect(rank(many, long).found).toEqual([...many, ...long]);
  });

  it('reads a lone surrogate as U+FFFD', () => {
    expect(rank(['a\ud800', '\udfff'], ['a\ufffd'])).toEqual({
      sorted: ['a\ufffd', '\ufffd'],
      found: ['a\ufffd', '\ufffd', 'a\ufffd'],
      size: 3,
    });
  });

  it('is an empty table of no names', () => {
    expect(new NameList().rank()).toEqual({
      names: { bytes: new Uint8Array(), starts: new Uint32Array(1) },
      ranks: new Uint32Array(),
    });
  });
});
