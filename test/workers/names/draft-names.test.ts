import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../../src/actors/runtime/slices.js';
import { NameListBuilder } from '../../../src/workers/names/name-list-builder.js';
import { decodeName } from './decode-name.js';
import { anyNames, inOrder } from './any-name.js';

function rank(names: readonly string[]): { sorted: string[]; found: string[] } {
  const set = new NameListBuilder();
  const numbers = names.map((name) => set.addText(name));
  const { names: table, ranks } = runToEnd(set.rank());
  const sorted = Array.from({ length: table.starts.length - 1 }, (_, rank) => decodeName(table, rank));
  return { sorted, found: numbers.map((number) => sorted[ranks[number]!]!) };
}

describe('NameListBuilder', () => {
  it('numbers names in the order in which they come, each once', () => {
    const set = new NameListBuilder();
    expect(['b', 'a', 'b', 'B', '', 'a', ''].map((name) => set.addText(name))).toEqual([1, 2, 1, 3, 0, 2, 0]);
  });

  it('ranks names by their bytes with ASCII case folded, then by their bytes', () => {
    const names = ['b', 'B', 'a_', 'aB', 'ab', 'Ab', 'a', 'é', 'É', 'z', '', '_', '^', 'README.md', 'readme'];
    expect(rank(names).sorted).toEqual([
      '',
      '^',
      '_',
      'a',
      'a_',
      'Ab',
      'aB',
      'ab',
      'B',
      'b',
      'readme',
      'README.md',
      'z',
      'É',
      'é',
    ]);
  });

  it('ranks any names as the order is defined, and finds each at its rank', () => {
    fc.assert(
      fc.property(anyNames, (names) => {
        const { sorted, found } = rank(names);
        expect(sorted).toEqual(inOrder(['', ...names]));
        expect(found).toEqual(names);
      }),
      { numRuns: 300 },
    );
  });

  it('ranks many names that differ only behind a long start, or only in case', () => {
    const behind = Array.from({ length: 3000 }, (_, index) => `${'x'.repeat(200)}${index}`);
    const inCase = Array.from({ length: 512 }, (_, bits) =>
      Array.from('abcdefghi', (letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
    const names = [...behind, ...inCase];
    expect(rank(names).sorted).toEqual(inOrder(['', ...names]));
  });

  it('ranks the last names of many, which have only their first bytes in common', () => {
    const names = [...Array.from({ length: 40 }, (_, index) => `name ${index}`), 'zzzz b', 'zzzz a'];
    expect(rank(names).sorted.slice(-2)).toEqual(['zzzz a', 'zzzz b']);
  });

  it('holds names of any length', () => {
    const names = ['x'.repeat(255), '😀'.repeat(64), 'y'.repeat(70_000), 'x'.repeat(254)];
    expect(rank(names).sorted).toEqual(inOrder(['', ...names]));
  });

  it('reads a lone surrogate as U+FFFD', () => {
    expect(rank(['a\ud800', 'a\ufffd', 'a\udfff'])).toMatchObject({ sorted: ['', 'a\ufffd'] });
  });
});
