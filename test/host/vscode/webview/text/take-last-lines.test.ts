import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeLastLines } from '../../../../../src/host/vscode/webview/text/take-last-lines.js';

describe('the end of a text', () => {
  test.each<[text: string, maxChars: number, maxLines: number, end: string]>([
    ['', 5, 5, ''],
    ['\n', 5, 5, ''],
    ['abc', 3, 1, 'abc'],
    ['abcd', 3, 1, 'bcd'],
    ['a\nb\nc', 9, 2, 'b\nc'],
    ['a\nb\nc\n', 9, 2, 'b\nc'],
    ['a\n\n', 9, 2, 'a\n'],
    ['😀a', 2, 9, 'a'],
  ])('of %j in %i characters and %i lines', (text, maxChars, maxLines, end) => {
    expect(takeLastLines(text, { maxChars, maxLines })).toBe(end);
  });

  test('fits, and is the end', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '😀') });
    fc.assert(
      fc.property(text, fc.nat({ max: 20 }), fc.integer({ min: 1, max: 5 }), (text, maxChars, maxLines) => {
        const end = takeLastLines(text, { maxChars, maxLines });
        expect(text.replace(/\n$/, '').endsWith(end)).toBe(true);
        expect(end.length).toBeLessThanOrEqual(maxChars);
        expect(end.split('\n').length).toBeLessThanOrEqual(maxLines);
        expect(end.isWellFormed()).toBe(true);
      }),
    );
  });
});
