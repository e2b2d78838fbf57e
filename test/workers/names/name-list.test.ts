import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameList } from '../../../src/workers/names/name-list.js';
import { anyNames } from './any-name.js';

/** What a list gives of names that are added to it. */
function taken(list: NameList, ...listings: readonly (readonly string[])[]): readonly string[] {
  for (const names of listings) list.add(names);
  return Buffer.from(list.take()).toString('utf8').split('\0').slice(0, -1);
}

// No file system has a name without letters, or with a NUL in it.
const namesOfFiles = anyNames.map((names) => names.filter((name) => name !== '' && !name.includes('\0')));

describe('NameList', () => {
  it('gives all names in the order in which they came', () => {
    expect(taken(new NameList(), ['b', 'a'], [], ['B', 'a', 'é'], ['b'])).toEqual([
      'b',
      'a',
      'B',
      'a',
      'é',
      'b',
    ]);
  });

  it('gives any names as they came, and counts them', () => {
    fc.assert(
      fc.property(fc.array(namesOfFiles), (listings) => {
        const list = new NameList();
        for (const names of listings) list.add(names);
        const all = listings.flat();
        expect([list.size, taken(list)]).toEqual([all.length, all]);
      }),
      { numRuns: 300 },
    );
  });

  it('is empty when its names were taken', () => {
    const list = new NameList();
    taken(list, ['a', 'b', 'c']);
    expect([list.size, taken(list, ['c', 'd'])]).toEqual([0, ['c', 'd']]);
  });

  it('holds many names, and names of any length', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `name-${index % 7000}.ts`);
    const long = ['😀'.repeat(40_000), 'x'.repeat(70_000), 'x'.repeat(69_999)];
    expect(taken(new NameList(), many, long)).toEqual([...many, ...long]);
  });

  it('reads a lone surrogate as U+FFFD', () => {
    expect(taken(new NameList(), ['a\ud800', '\udfff'], ['a\ufffd'])).toEqual([
      'a\ufffd',
      '\ufffd',
      'a\ufffd',
    ]);
  });

  it('gives nothing of no names', () => {
    expect(taken(new NameList())).toEqual([]);
  });
});
