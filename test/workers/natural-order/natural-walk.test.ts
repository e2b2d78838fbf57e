import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNatural } from '../../../src/workers/natural-order/natural-order.js';
import { NaturalWalk, type SortedNames } from '../../../src/workers/natural-order/natural-walk.js';

interface Reading {
  readonly read: Set<number>;
}

/** Names in the order of a name table, which notes whose bytes or text were read. */
function ranked(names: readonly string[]): SortedNames & Reading {
  const encoded = [...new Set(names)].map((name) => ({
    name,
    bytes: Buffer.from(name),
    folded: Buffer.from(name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  }));
  encoded.sort((a, b) => Buffer.compare(a.folded, b.folded) || Buffer.compare(a.bytes, b.bytes));
  const read = new Set<number>();
  return {
    read,
    count: encoded.length,
    foldedByte(place, depth) {
      read.add(place);
      return encoded[place]!.folded[depth] ?? -1;
    },
    text(place) {
      read.add(place);
      return encoded[place]!.name;
    },
  };
}

function walk(names: SortedNames, count = names.count): string[] {
  const order = new NaturalWalk(names);
  return Array.from({ length: count }, (_, place) => names.text(order.at(place)));
}

const anyName = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'A', 'b', '0', '1', '9', '.', '_', '-', ' '),
    minLength: 1,
    maxLength: 5,
  }),
  fc.string({
    unit: fc.constantFrom('e', 'é', '\u0301', 'E', '1', '٢', '\u0001', 'ß', 's', 'æ', '中'),
    minLength: 1,
    maxLength: 4,
  }),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 3 }),
);

describe('NaturalWalk', () => {
  it('finds names in the order in which comparing puts them', () => {
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 60 }), (names) => {
        expect(walk(ranked(names))).toEqual([...new Set(names)].sort(compareNatural));
      }),
      { numRuns: 3000 },
    );
  });

  it('reads few names beside those asked for', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const names = ranked(
      letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}-x`))),
    );
    const first = new NaturalWalk(names);
    for (let place = 0; place < 3; place++) first.at(place);
    expect({ of: names.count, isFew: names.read.size < 1000 }).toEqual({ of: 17_576, isFew: true });
  });

  it('goes through 100,000 numbered names', () => {
    const names = ranked(Array.from({ length: 100_000 }, (_, index) => `file-${index}.ts`));
    expect(walk(names, 12).slice(9)).toEqual(['file-9.ts', 'file-10.ts', 'file-11.ts']);
  });
});
