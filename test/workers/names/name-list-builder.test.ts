import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameListBuilder } from '../../../src/workers/names/name-list-builder.js';
import { runToEnd } from '../../../src/actors/runtime/slices.js';
import { NameList } from '../../../src/workers/names/name-list.js';
import { decodeName } from './decode-name.js';
import { anyNames, inOrder } from './any-name.js';

interface Ranked {
  readonly sorted: readonly string[];
  /** What was added, read by the rank of its number. */
  readonly found: readonly string[];
}

/** What becomes of names that come in some parts. */
function rank(parts: readonly (readonly string[])[]): Ranked {
  const draft = new NameListBuilder();
  const numbers = parts.flatMap((part) => {
    const list = new NameList();
    list.add(part);
    return Array.from(runToEnd(draft.add(list.take(), part.length)).numbers);
  });
  const { names, ranks } = runToEnd(draft.rank());
  const sorted = Array.from({ length: ranks.length }, (_, rank) => decodeName(names, rank));
  return { sorted, found: numbers.map((number) => sorted[ranks[number]!]!) };
}

const namesOfFiles = anyNames.map((names) => names.filter((name) => name !== '' && !name.includes('\0')));

describe('NameListBuilder', () => {
  it('has the empty name when nothing was added', () => {
    expect(rank([])).toEqual({ sorted: [''], found: [] });
  });

  it('ranks names of all parts as the order is defined, and finds each at its rank', () => {
    fc.assert(
      fc.property(fc.array(namesOfFiles), (parts) => {
        const found = parts.flat();
        expect(rank(parts)).toEqual({ sorted: inOrder(['', ...found]), found });
      }),
      { numRuns: 300 },
    );
  });

  it('ranks names that are alike for long, and more of them than are sorted at once', () => {
    const starts = ['Same start of', 'same start of', 'same', 'Same', 'same start', 'SAME START', 's'];
    const names = Array.from(
      { length: 40_000 },
      (_, index) => `${starts[index % 7]!}${(index * 7919) % 30_011}`,
    );
    const all = [...starts, ...names];
    expect(rank([all.slice(0, 9000), all.slice(9000)])).toEqual({
      sorted: inOrder(['', ...all]),
      found: all,
    });
  });

  it('ranks more capitals of one name than are sorted at once', () => {
    const capitals = Array.from({ length: 5000 }, (_, bits) =>
      Array.from('abcdefghijklm', (letter, place) =>
        (bits >> place) & 1 ? letter.toUpperCase() : letter,
      ).join(''),
    );
    const names = [...capitals, ...capitals.map((name) => `${name}n`)];
    expect(rank([names])).toEqual({ sorted: inOrder(['', ...names]), found: names });
  });

  it('gives a text the number of the same name from a part', () => {
    const draft = new NameListBuilder();
    const list = new NameList();
    list.add(['a', 'b']);
    const { numbers } = runToEnd(draft.add(list.take(), 2));
    expect([draft.addText(''), draft.addText('b'), draft.addText('c')]).toEqual([0, numbers[1], 3]);
  });
});
