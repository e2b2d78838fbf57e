import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTooDeep, MAX_JSON_DEPTH, parseJson } from '../../../../src/actors/protocol/json/json-depth.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** The depth by the definition; only for values that are shallow enough for it. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('what is nested too deep', () => {
  test.each([
    [MAX_JSON_DEPTH, false],
    [MAX_JSON_DEPTH + 1, true],
    [5_000, true],
    [1_000_000, true],
  ])('%i levels: %j', (depth, expected) => {
    expect(isTooDeep(JSON.parse(nested(depth)))).toBe(expected);
  });

  test('is decided by the deepest place, wherever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 55, max: 70 }), (value, around) => {
        const wrapped = JSON.parse(
          '{"a":['.repeat(around / 2) + JSON.stringify(value) + ']}'.repeat(around / 2),
        );
        expect(isTooDeep(wrapped)).toBe(depthOf(wrapped) > MAX_JSON_DEPTH);
      }),
    );
  });

  test('is what contains itself, however often', () => {
    const circle: Record<string, unknown> = {};
    for (const name of 'abcdefgh') circle[name] = { circle };
    expect(isTooDeep(circle)).toBe(true);
  });

  test('is not what only shares its parts, and each is looked at once a level', () => {
    let shared: unknown = [];
    for (let level = 1; level < MAX_JSON_DEPTH; level += 1) shared = [shared, shared, shared];
    expect(isTooDeep(shared)).toBe(false);
  });
});

test('parseJson is JSON.parse for all else', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(() => parseJson('{')).toThrow(SyntaxError);
  expect(() => parseJson(nested(65))).toThrow(new RangeError('nested deeper than 64 levels'));
});
