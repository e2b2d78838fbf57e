import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitMatches } from '../../../../../src/host/vscode/webview/text/split-matches.js';

const brackets = (...args: Parameters<typeof splitMatches>): string =>
  splitMatches(...args)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('|');

describe('splitMatches', () => {
  test.each<[ranges: [number, number][], start: number, end: number, expected: string]>([
    [[], 0, 11, 'src/main.ts'],
    [[[4, 6]], 0, 11, 'src/|[ma]|in.ts'],
    [[[4, 6]], 4, 11, '[ma]|in.ts'],
    [[[4, 6]], 0, 3, 'src'],
    [[[2, 6]], 4, 11, '[ma]|in.ts'],
    [[[2, 6]], 0, 3, 'sr|[c]'],
    [
      [
        [0, 1],
        [4, 5],
        [9, 11],
      ],
      0,
      11,
      '[s]|rc/|[m]|ain.|[ts]',
    ],
    [[[4, 99]], 4, 11, '[main.ts]'],
  ])('of src/main.ts with %j from %i to %i', (ranges, start, end, expected) => {
    expect(brackets('src/main.ts', ranges, start, end)).toBe(expected);
  });

  test('lose and double nothing, whatever the ranges', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.tuple(fc.nat(30), fc.nat(30))), (path, ranges) => {
        const segments = splitMatches(path, ranges, 0, path.length);
        expect(segments.map(({ text }) => text).join('')).toBe(path);
      }),
    );
  });
});
