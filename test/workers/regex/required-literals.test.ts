import { describe, expect, it } from 'vitest';
import { CharSet } from '../../../src/workers/regex/char-set.js';
import { needleOf } from '../../../src/workers/regex/needle.js';
import { parsePattern } from '../../../src/workers/regex/parse-pattern.js';
import { requiredLiterals } from '../../../src/workers/regex/required-literals.js';

function literalsOf(pattern: string, caseSensitive = true): readonly string[] | null {
  const { root } = parsePattern({ pattern, isRegex: true, caseSensitive });
  return requiredLiterals(root)?.map(({ text }) => text) ?? null;
}

// That they are in every match, `regex-equals-rg.test.ts` shows.
describe('requiredLiterals', () => {
  it.each([
    ['foo', ['foo']],
    ['foo\\.bar\\(', ['foo.bar(']],
    ['^import .* from$', ['import ']],
    ['a+bcd', ['abcd']],
    ['abc+d', ['abc']],
    ['ab+cde', ['bcde']],
    ['abc*d', ['ab']],
    ['abc?', ['ab']],
    ['abc{0,2}', ['ab']],
    ['abc{2}', ['abcc']],
    ['abc{2,}?d', ['abc']],
    ['(abc){2}', ['abcabc']],
    ['a{x', ['a{x']],
    ['x(optional)?needed', ['needed']],
    ['(?<name>group\\))rest', ['group)rest']],
    ['(foo(bar)baz)', ['foobarbaz']],
    ['(?!not)this', ['this']],
    ['ab(?=x)cd', ['abcd']],
    ['[abc]def[^\\]g]', ['def']],
    ['a[.]b[(]', ['a.b(']],
    ['a\\x41b\\u{42}', ['aAbB']],
    ['foo\\dbarbaz\\s*', ['barbaz']],
    ['foo\\b bar', ['foo bar']],
    ['TODO|FIXME|a.bcd', ['TODO', 'FIXME', 'bcd']],
    ['(a|b)c|d', ['c', 'd']],
    ['(foo|bar)\\w+', ['foo', 'bar']],
    ['(?:foo|bar|)\\w+baz', ['baz']],
    ['(foo|bar)+\\d', ['foo', 'bar']],
    ['日本?語', ['日']],
    ['😀*x', ['x']],
    ['a]b', ['a]b']],
    ['(\\w)\\1bc', ['bc']],
  ])('of /%s/ are %j', (pattern, expected) => {
    expect(literalsOf(pattern)).toEqual(expected);
  });

  it.each(['', 'a*', '.', 'abc|', '|abc', 'abc|d*', '\\d+', '[[a]b]', '(abc)?', '(abc){0,2}'])(
    'are unknown for /%s/',
    (pattern) => {
      expect(literalsOf(pattern)).toBeNull();
    },
  );

  it('are unknown when there are too many alternatives', () => {
    expect(literalsOf(Array.from({ length: 17 }, (_, index) => `a${index}`).join('|'))).toBeNull();
  });

  it('without case are chosen for what is steady in them', () => {
    // Of `kskskskx` only `x` is.
    expect(literalsOf('kskskskx.*abc', false)).toEqual(['abc']);
    expect(literalsOf('(?i)kskskskx.*abc')).toEqual(['abc']);
  });
});

describe('needleOf', () => {
  it('leaves out every letter that has another case that is not ASCII', () => {
    const anyLetter = CharSet.ofItems('a-z', 'all');
    const far = Array.from({ length: 0x110000 - 0x80 }, (_, index) => index + 0x80).filter((code) =>
      anyLetter.has(code),
    );
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz').filter((letter) => {
      const withCases = CharSet.ofCharacter(letter.charCodeAt(0), 'all');
      return far.some((code) => withCases.has(code));
    });
    expect(letters).toEqual(['k', 's']);
    for (const text of letters) expect(needleOf({ text, caseSensitive: false })).toBeNull();
  });
});
