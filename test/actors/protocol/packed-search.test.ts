import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packSearch, unpackSearch } from '../../../src/actors/protocol/packed-search.js';
import type { AbsPath, RelPath, SearchHit } from '../../../src/actors/protocol/workspace.js';

const anyHit = fc.record({
  root: fc.constantFrom('/a' as AbsPath, '/b' as AbsPath),
  path: fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.replaceAll('\0', '') as RelPath),
  isDir: fc.boolean(),
  isSymlink: fc.boolean(),
  isCore: fc.boolean(),
  mtimeMs: fc.double({ min: 0, noDefaultInfinity: true, noNaN: true }),
  score: fc.double({ noDefaultInfinity: true, noNaN: true }),
  ranges: fc.array(fc.tuple(fc.nat(), fc.nat())),
}) satisfies fc.Arbitrary<SearchHit>;

test('a reply comes out of its pack as it went in, across threads too', () => {
  fc.assert(
    fc.property(
      fc.array(anyHit, { maxLength: 5 }),
      fc.constantFrom('ready', 'partial'),
      fc.boolean(),
      fc.constantFrom({}, { place: { line: 3 } }, { place: { line: 3, column: 7 } }),
      (hits, state, hasMore, place) => {
        const reply = { hits, state, hasMore, ...place };
        expect(unpackSearch(structuredClone(packSearch(reply)))).toEqual(reply);
      },
    ),
    { numRuns: 500 },
  );
});
