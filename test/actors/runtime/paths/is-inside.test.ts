import fc from 'fast-check';
import { dirname, join, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isInside, isInsideAny, wayInside } from '../../../../src/actors/runtime/paths/is-inside.js';

// Names that a comparison of texts, instead of segments, takes for a way up or for each other.
const name = fc.oneof(
  fc.constantFrom('a', 'ab', 'a b', 'A', '..a', '...', 'a..', '.a', '-', '~', 'ü'),
  fc
    .string({ unit: fc.constantFrom('a', 'b', '.', ' '), minLength: 1, maxLength: 4 })
    .filter((text) => text !== '.' && text !== '..'),
);
const names = fc.array(name, { maxLength: 4 });
const folder = names.map((way) => resolve(sep, ...way));
// What a name can go on with: nothing that ends it.
const ending = fc.string({ unit: fc.constantFrom('a', '.', '-', ' '), minLength: 1, maxLength: 3 });

describe('isInside', () => {
  test('is true for a folder itself, however it is written', () => {
    fc.assert(
      fc.property(folder, name, (path, other) => {
        expect(isInside(path, path)).toBe(true);
        expect(isInside(path, `${path}${sep}`)).toBe(true);
        expect(isInside(`${path}${sep}`, path)).toBe(true);
        expect(isInside(path, [path, other, '..'].join(sep))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('is true for everything below a folder', () => {
    fc.assert(
      fc.property(folder, names, (path, way) => {
        expect(isInside(path, join(path, ...way))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('is never true for a sibling whose name begins with that of the folder, nor below it', () => {
    fc.assert(
      fc.property(folder, name, ending, names, (parent, own, more, way) => {
        const path = join(parent, own);
        expect(isInside(path, join(`${path}${more}`, ...way))).toBe(false);
        expect(isInside(`${path}${more}`, join(path, ...way))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('is never true for a folder above, nor for what lies beside', () => {
    fc.assert(
      fc.property(folder, name, names, (parent, own, way) => {
        const path = join(parent, own);
        expect(isInside(path, parent)).toBe(false);
        expect(isInside(path, [path, '..', ...way].join(sep))).toBe(way[0] === own);
      }),
      { numRuns: 300 },
    );
  });

  test('is true for everything when the folder is the root of the disk', () => {
    fc.assert(
      fc.property(folder, (path) => {
        expect(isInside(resolve(sep), path)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

test('wayInside returns the way from a folder to what lies in it', () => {
  fc.assert(
    fc.property(folder, names, (path, way) => {
      expect(wayInside(path, join(path, ...way))).toBe(way.join(sep));
      if (dirname(path) !== path) expect(wayInside(path, dirname(path))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('isInsideAny is true when a path is inside of one of the folders', () => {
  fc.assert(
    fc.property(fc.array(folder, { maxLength: 4 }), folder, (folders, path) => {
      expect(isInsideAny(folders, path)).toBe(folders.filter((one) => isInside(one, path)).length > 0);
    }),
    { numRuns: 300 },
  );
});
