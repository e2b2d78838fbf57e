import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameList } from '../../../src/workers/names/name-list.js';
import { nameText } from '../../../src/workers/names/name-text.js';
import { anyNames } from './any-name.js';

interface Interned {
  /** In the order of their numbers. */
  readonly names: readonly string[];
  /** What was added, read by its number. */
  readonly found: readonly string[];
}

function intern(list: NameList, ...listings: readonly (readonly string[])[]): Interned {
  for (const names of listings) list.add(names);
  const { names: distinct, numbers } = list.intern();
  const names = Array.from({ length: distinct.starts.length - 1 }, (_, number) => nameText(distinct, number));
  return { names, found: Array.from(numbers, (number) => names[number]!) };
}

// No file system has a name without letters, or with a NUL in it.
const namesOfFiles = anyNames.map((names) => names.filter((name) => name !== '' && !name.includes('\0')));

describe('NameList', () => {
  it('keeps each name once, in the order in which they came, and tells the number of each that came', () => {
    expect(intern(new NameList(), ['b', 'a'], [], ['B', 'a', 'é'], ['b'])).toEqual({
      names: ['b', 'a', 'B', 'é'],
      found: ['b', 'a', 'B', 'a', 'é', 'b'],
    });
  });

  it('finds any names again by their numbers', () => {
    fc.assert(
      fc.property(fc.array(namesOfFiles), (listings) => {
        const found = listings.flat();
        expect(intern(new NameList(), ...listings)).toEqual({ names: [...new Set(found)], found });
      }),
      { numRuns: 300 },
    );
  });

  it('is empty when its names were taken', () => {
    const list = new NameList();
    intern(list, ['a', 'b', 'c']);
    expect([list.size, intern(list, ['c', 'd'])]).toEqual([0, { names: ['c', 'd'], found: ['c', 'd'] }]);
  });

  it('holds many names, and names of any length', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `name-${index % 7000}.ts`);
    const long = ['😀'.repeat(40_000), 'x'.repeat(70_000), 'x'.repeat(69_999)];
    expect(intern(new NameList(), many, long).found).toEqual([...many, ...long]);
  });

  it('reads a lone surrogate as U+FFFD', () => {
    expect(intern(new NameList(), ['a\ud800', '\udfff'], ['a\ufffd'])).toEqual({
      names: ['a\ufffd', '\ufffd'],
      found: ['a\ufffd', '\ufffd', 'a\ufffd'],
    });
  });

  it('gives nothing of no names', () => {
    expect(intern(new NameList())).toEqual({ names: [], found: [] });
  });
});
