import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeJson } from '../../../../../src/host/node/threads/log/encode-json.js';

const SLICE_CHARS = 64 * 1024;

test('the parts are JSON of its value, whatever long texts are in it', () => {
  const piece = fc.constantFrom('a', '\u{1F600}', '"', '\\', '\n', '\u0000', '\uD83D', '\u2028');
  const long = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 7 }), fc.integer({ min: 0, max: 3 }))
    .map(([pieces, times]) => pieces.join('').repeat(1 + times * SLICE_CHARS));
  const value = fc.record({
    text: long,
    more: fc.array(fc.record({ name: fc.string(), long })),
    count: fc.integer(),
  });
  fc.assert(
    fc.property(value, (given) => {
      const parts = [...encodeJson(given)];
      const line = parts.join('');
      expect(line).not.toContain('\n');
      expect(JSON.parse(line)).toEqual(given);
    }),
    { numRuns: 30 },
  );
});

test('no part is long', () => {
  const parts = [...encodeJson({ text: 'x'.repeat(5_000_000), id: 'y' })];
  expect(Math.max(...parts.map(({ length }) => length))).toBe(SLICE_CHARS);
});
