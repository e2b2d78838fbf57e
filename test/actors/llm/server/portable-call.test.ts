import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  toNineCharacters,
  toPortableId,
  toPortableName,
} from '../../../../src/actors/llm/server/portable-call.js';

test.each([
  ['call_abc-1', 'call_abc-1'],
  ['functions.ls_dir:0', expect.stringMatching(/^functions_ls_dir_0_[\da-f]{12}$/)],
  ['x'.repeat(41), expect.stringMatching(/^x{20}_[\da-f]{12}$/)],
])('toPortableId makes %j fit', (id, expected) => {
  expect(toPortableId(id, 40)).toEqual(expected);
});

test('different ids stay different, the same stay the same, and all fit', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 80 }),
      fc.string({ minLength: 1, maxLength: 80 }),
      (a, b) => {
        for (const [make, shape] of [
          [(id: string) => toPortableId(id, 40), /^[\w-]{1,40}$/],
          [toNineCharacters, /^[a-zA-Z\d]{9}$/],
        ] as const) {
          expect(make(a)).toMatch(shape);
          expect(make(a) === make(b)).toBe(a === b);
          expect(make(make(a))).toBe(make(a));
        }
      },
    ),
  );
});

test('toPortableName keeps the name of a tool, and makes every other one fit', () => {
  expect(toPortableName('github__search-code')).toBe('github__search-code');
  expect(toPortableName('fly to the moon!')).toBe('fly_to_the_moon_');
  expect(toPortableName('x'.repeat(500))).toHaveLength(64);
});
