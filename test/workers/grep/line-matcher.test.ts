import { describe, expect, it } from 'vitest';
import { PatternSyntaxError } from '../../../src/actors/protocol/errors.js';
import { ByteFinder } from '../../../src/workers/grep/byte-finder.js';
import { compileMatcher } from '../../../src/workers/grep/line-matcher.js';

/** Where the first match of each line of `text` starts that matches. */
function find(pattern: string, text: string, options = {}): number[] {
  const matcher = compileMatcher({ pattern, isRegex: true, caseSensitive: true, ...options });
  const bytes = Buffer.from(text);
  return [...matcher.matches(bytes, 0, bytes.length)];
}

describe('compileMatcher', () => {
  it('takes a literal as it is', () => {
    const text = '^a.b*(c)[d]{e}|f\\g$/h-i';
    expect(find(text, `x${text}y`, { isRegex: false })).toEqual([1]);
    expect(find('a.c', 'abc', { isRegex: false })).toEqual([]);
  });

  it.each([
    ['straße', 'STRASSE STRAẞE', 8],
    ['éα', 'ÉΑ', 0],
    ['k', '\u212A', 0],
    ['s', 'ſ', 0],
    ['𐐨', '𐐀', 0],
  ])('finds %j without regard to case in %j', (pattern, line, at) => {
    expect(find(pattern, line, { isRegex: false, caseSensitive: false })).toEqual([at]);
    expect(find(pattern, line, { caseSensitive: false })).toEqual([at]);
    expect(find(pattern, line, { isRegex: false })).toEqual([]);
  });

  it.each([true, false])('refuses a line break, as a regular expression: %s', (isRegex) => {
    expect(() => find('a\nb', '', { isRegex })).toThrow(PatternSyntaxError);
  });

  it('wants one of several alternatives in a text, not all', () => {
    const matcher = compileMatcher({ pattern: 'foo|bar', isRegex: true, caseSensitive: true });
    const texts = ['foo', 'bar', 'foobar', 'baz'];
    expect(texts.map((text) => matcher.mayMatch(Buffer.from(text)))).toEqual([true, true, true, false]);
  });

  it('finds the same where it looks for texts first, in the buffer of its finder, near and far apart', () => {
    const finder = new ByteFinder(1 << 16);
    const far = `${'-'.repeat(300)}\n`;
    const text = `bar\n${far}foo\nfoo\nxfoo\n${far}${far}bar foo\n${'foo\n'.repeat(400)}${far}bar`;
    for (const pattern of ['foo', 'fo+|ba[rz]', '(?i)FOO$']) {
      const bytes = finder.buffer.subarray(0, finder.buffer.write(text));
      const matcher = compileMatcher({ pattern, isRegex: true, caseSensitive: true }, finder);
      expect([...matcher.matches(bytes, 0, bytes.length)]).toEqual(find(pattern, text));
      // From the second line to the last but one.
      const end = bytes.length - 3;
      expect([...matcher.matches(bytes, 4, end)]).toEqual(
        find(pattern, text).filter((at) => at >= 4 && at < end),
      );
    }
  });

  it('finds what an automaton alone cannot, and nothing that is only like it', () => {
    expect(find(String.raw`foo(?!bar)`, 'foobar\nfoobar foo\n')).toEqual([14]);
    expect(find(String.raw`\b(\w+) \1\b`, 'the these\nof the the\r\n')).toEqual([13]);
  });

  it('gives up a line on which a pattern takes for ever, and only that', () => {
    const text = `aab\n${'a'.repeat(60)}b\naa`;
    const found = find(String.raw`^(a|\1)*?(a|\2)*(a+)+$`, text);
    expect(found.length).toBeGreaterThan(0);
  });
});
