import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PatternSyntaxError } from '../../../src/actors/protocol/errors.js';
import { compileMatcher } from '../../../src/workers/scan/line-matcher.js';
import { regexSource } from './regex-source.js';

function find(pattern: string, line: string, options = {}): string | null {
  const span = compileMatcher({ pattern, isRegex: true, caseSensitive: true, ...options }).matchLine(line);
  return span === null ? null : line.slice(span.index, span.index + span.length);
}

describe('compileMatcher', () => {
  it('takes a literal as it is', () => {
    const text = '^a.b*(c)[d]{e}|f\\g$/h-i';
    expect(find(text, `x${text}y`, { isRegex: false })).toBe(text);
    expect(find('a.c', 'abc', { isRegex: false })).toBeNull();
  });

  it.each([
    ['straße', 'STRASSE STRAẞE', 'STRAẞE'],
    ['éα', 'ÉΑ', 'ÉΑ'],
    ['k', '\u212A', '\u212A'],
    ['s', 'ſ', 'ſ'],
    ['𐐨', '𐐀', '𐐀'],
  ])('finds %j without regard to case in %j', (pattern, line, expected) => {
    expect(find(pattern, line, { isRegex: false, caseSensitive: false })).toBe(expected);
    expect(find(pattern, line, { isRegex: true, caseSensitive: false })).toBe(expected);
    expect(find(pattern, line, { isRegex: false })).toBeNull();
  });

  it.each([
    ['set operations', '[\\w--b]+', 'abc', 'a'],
    ['whole characters', '^.$', '😀', '😀'],
    ['properties', '\\p{Lu}', 'aB', 'B'],
    ['brackets in classes', '[(]x', '(x', '(x'],
    ['needless escapes', 'a\\-b\\_c', 'a-b_c', 'a-b_c'],
    ['braces that stand for themselves', 'function f\\(\\) {', 'function f() {', 'function f() {'],
  ])('understands %s', (_, pattern, line, expected) => {
    expect(find(pattern, line)).toBe(expected);
  });

  it.each(['(', 'a)', '[', '*', '(?<n', 'a**'])('refuses /%s/, which no syntax understands', (pattern) => {
    expect(() => find(pattern, '')).toThrow(PatternSyntaxError);
    expect(() => find(pattern, '')).toThrow(
      expect.objectContaining({ details: { pattern, source: 'search pattern' } }),
    );
  });

  it.each([true, false])('refuses a line break, as a regular expression: %s', (isRegex) => {
    expect(() => find('a\nb', '', { isRegex })).toThrow(PatternSyntaxError);
  });

  it('wants one of several alternatives in a text, not all', () => {
    const matcher = compileMatcher({ pattern: 'foo|bar', isRegex: true, caseSensitive: true });
    const texts = ['foo', 'bar', 'foobar', 'baz'];
    expect(texts.map((text) => matcher.mayMatch(Buffer.from(text)))).toEqual([true, true, true, false]);
  });

  it('passes over no text that holds a match', () => {
    const line = fc.string({ unit: fc.constantFrom(...Array.from('abcABC.x (é\r')), maxLength: 12 });
    const texts = fc.array(line, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(regexSource, texts, fc.boolean(), (pattern, lines, caseSensitive) => {
        const matcher = compileMatcher({ pattern, isRegex: true, caseSensitive });
        const text = lines.join('\n');
        const matching = lines.flatMap((line, index) => (matcher.matchLine(line) === null ? [] : [index]));
        if (matching.length > 0) expect(matcher.mayMatch(Buffer.from(text))).toBe(true);
        const starts = lines.map(
          (_, index) => lines.slice(0, index).join('\n').length + (index === 0 ? 0 : 1),
        );
        for (const [index, from] of starts.entries()) {
          const next = matching.find((line) => line >= index);
          const candidate = matcher.nextCandidate(text, from);
          const end = next === undefined ? text.length : (starts[next] ?? 0) + (lines[next] ?? '').length;
          if (next !== undefined) expect(candidate).toBeGreaterThanOrEqual(from);
          if (candidate >= 0 && next !== undefined) expect(candidate).toBeLessThanOrEqual(end);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
