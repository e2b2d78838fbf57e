import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortPresent, type FindPeer } from '../../bench/peers/peer.js';
import { sortedNames } from '../../bench/peers/sorted-names.js';
import { tries } from '../../bench/peers/tries.js';

const PATHS = ['src/Main.ts', 'src/map.ts', 'lib/main.go', 'src/maps/a.ts', 'README.md'];
const ALL = 100;

const find = async (peer: FindPeer, query: string, paths = PATHS): Promise<string[]> =>
  [...(await peer.prepare(paths)(query, ALL))].toSorted();

describe.each([sortedNames, tries])('$label', (peer) => {
  test('a prefix without a slash is looked for in names, in any case', async () => {
    expect(await find(peer, 'MA')).toEqual(['lib/main.go', 'src/Main.ts', 'src/map.ts']);
  });

  test('a prefix with a slash is looked for in paths', async () => {
    expect(await find(peer, 'src/map')).toEqual(['src/map.ts', 'src/maps/a.ts']);
  });

  test('no more are returned than were asked for', async () => {
    expect(await peer.prepare(PATHS)('ma', 2)).toHaveLength(2);
  });

  test('what it finds is what a look at every path finds', async () => {
    const segment = fc.string({ unit: fc.constantFrom('a', 'B', 'c', '.'), minLength: 1, maxLength: 4 });
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(path), path, async (paths, query) => {
        const expected = paths.filter((candidate) => {
          const key = query.includes('/') ? candidate : candidate.slice(candidate.lastIndexOf('/') + 1);
          return key.toLowerCase().startsWith(query.toLowerCase());
        });
        expect(await find(peer, query, paths)).toEqual(expected.toSorted());
      }),
      { numRuns: 200 },
    );
  });
});

test('a peer that is not installed becomes a note that says how to get it', () => {
  expect(sortPresent([sortedNames, { label: 'fzf', howToGet: 'apt-get install fzf' }])).toEqual({
    present: [sortedNames],
    notes: ['fzf is not measured: apt-get install fzf'],
  });
});
