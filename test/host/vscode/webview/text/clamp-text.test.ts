import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampText } from '../../../../../src/host/vscode/webview/text/clamp-text.js';

describe('clampText', () => {
  test.each<[text: string, maxChars: number, maxLines: number, expected: ReturnType<typeof clampText>]>([
    ['', 5, 5, { shown: '', restChars: 0, restLines: 0 }],
    ['abc', 3, 1, { shown: 'abc', restChars: 0, restLines: 0 }],
    ['abcd', 3, 1, { shown: 'abc', restChars: 1, restLines: 1 }],
    ['a\nb\nc', 9, 2, { shown: 'a\nb', restChars: 2, restLines: 1 }],
    ['a\nb\nc\n', 9, 2, { shown: 'a\nb', restChars: 3, restLines: 1 }],
    ['a\nb\nc\nd', 9, 1, { shown: 'a', restChars: 6, restLines: 3 }],
    ['a\nbcd\ne', 3, 9, { shown: 'a\nb', restChars: 4, restLines: 2 }],
    ['a😀', 2, 9, { shown: 'a', restChars: 2, restLines: 1 }],
    ['x'.repeat(100_000), 10, 1, { shown: 'x'.repeat(10), restChars: 99_990, restLines: 1 }],
  ])('of %j to %i characters and %i lines', (text, maxChars, maxLines, expected) => {
    expect(clampText(text, { maxChars, maxLines })).toEqual(expected);
  });

  test('shows a start of the text that fits', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '😀') });
    fc.assert(
      fc.property(text, fc.nat({ max: 20 }), fc.integer({ min: 1, max: 5 }), (text, maxChars, maxLines) => {
        const { shown, restChars } = clampText(text, { maxChars, maxLines });
        expect(text.startsWith(shown)).toBe(true);
        expect(shown.length + restChars).toBe(text.length);
        expect(shown.length).toBeLessThanOrEqual(maxChars);
        expect(shown.split('\n').length).toBeLessThanOrEqual(maxLines);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});
