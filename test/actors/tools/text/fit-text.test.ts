import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../../../src/actors/llm/tokens.js';
import { fitStart, fitText } from '../../../../src/actors/tools/text/fit-text.js';

const fit = (text: string, maxTokens: number): string =>
  fitText(text, { maxTokens, estimateTokens }, (chars) => `${chars} left out`);

describe('a text that is too long for its budget', () => {
  test('keeps its first and last lines, with a note of what is left out', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}`);
    const fitted = fit(lines.join('\n'), 100).split('\n');
    const at = fitted.findIndex((line) => line.startsWith('[...'));
    expect(fitted.slice(0, at)).toEqual(lines.slice(0, at));
    expect(fitted.slice(at + 1)).toEqual(lines.slice(at + 1 - fitted.length));
    const kept = [...fitted.slice(0, at), '', ...fitted.slice(at + 1)].join('\n').length - 2;
    expect(fitted[at]).toBe(`[... ${lines.join('\n').length - kept} left out ...]`);
    expect(at).toBeGreaterThan(5);
  });

  test('is cut within a line where that is all there is', () => {
    expect(fit('word '.repeat(10_000), 60)).toMatch(
      /^(?:word ){10,}\n\[\.\.\. \d+ left out \.\.\.\]\n.*word $/,
    );
  });

  test('makes no more than its budget, is made of its ends, and halves no character', () => {
    const part = fc.constantFrom('a', ' ', '\n', '😀', '漢', 'base64/+', '    ', '\t', 'é', '{"a": 1}');
    const long = fc.array(part, { maxLength: 300 }).map((parts) => parts.join('').repeat(40));
    fc.assert(
      fc.property(long, fc.integer({ min: 40, max: 2_000 }), (text, maxTokens) => {
        const fitted = fit(text, maxTokens);
        if (estimateTokens(text) <= maxTokens) expect(fitted).toBe(text);
        else {
          // A break on either side of the note, and what rounding adds.
          expect(estimateTokens(fitted)).toBeLessThanOrEqual(maxTokens + 4);
          const [head = '', tail = ''] = fitted.split(/(?:^|\n)\[\.\.\. \d+ left out \.\.\.\](?:\n|$)/);
          expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true]);
        }
        expect(fitted.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('is left alone without a budget, or with one that has no limit', () => {
    const text = 'x'.repeat(1_000_000);
    expect(fitText(text, undefined, String)).toBe(text);
    expect(fit(text, Infinity)).toBe(text);
  });
});

describe('the beginning of a text that fits', () => {
  test('has no more than its budget, however long its words are', () => {
    const part = fc.constantFrom('a', '\n', '😀', '漢', 'Zx9+', 'é');
    const long = fc.array(part, { maxLength: 20 }).map((parts) => parts.join('').repeat(2_000));
    fc.assert(
      fc.property(long, fc.integer({ min: 0, max: 3_000 }), (text, maxTokens) => {
        const start = fitStart(text, { maxTokens, estimateTokens });
        expect(text.startsWith(start)).toBe(true);
        expect(estimateTokens(start)).toBeLessThanOrEqual(maxTokens);
        expect(start.isWellFormed()).toBe(true);
      }),
    );
    expect(fitStart('a', { maxTokens: -5, estimateTokens })).toBe('');
    const word = 'a'.repeat(200_000);
    const start = fitStart(word, { maxTokens: 10_000, estimateTokens });
    // It is as long as that, or nearly.
    expect(estimateTokens(start)).toBeGreaterThan(9_900);
  });
});
