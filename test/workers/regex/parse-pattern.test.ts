import { describe, expect, it } from 'vitest';
import { PatternSyntaxError } from '../../../src/actors/protocol/errors.js';
import { parsePattern } from '../../../src/workers/regex/parse-pattern.js';
import { findIn } from './find-in.js';

function parse(pattern: string): ReturnType<typeof parsePattern> {
  return parsePattern({ pattern, isRegex: true, caseSensitive: true });
}

describe('parsePattern', () => {
  it.each([
    ['scripts', String.raw`\p{Han}+`, 'kanji 漢字', '漢字'],
    ['scripts by another name', String.raw`\p{Script=Greek}`, 'abγ', 'γ'],
    ['categories of one letter', String.raw`\pN`, 'a٣', '٣'],
    ['POSIX classes', '[[:upper:]]{2}', 'aBCd', 'BCd'],
    ['POSIX classes beside others', '[[:^space:][:space:]]x', '\tx', '\tx'],
    ['word starts and ends', String.raw`\<foo\>`, 'food foo', 'foo'],
    ['word starts and ends by name', String.raw`\b{start}foo\b{end}`, 'food foo', 'foo'],
    ['word starts by halves', String.raw`\b{start-half}-\b{end-half}`, 'a-b -', '-'],
    ['the ends of a line', String.raw`\Afoo\z`, 'foo', 'foo'],
    ['numbers in braces', String.raw`\x{41}\u{42}`, 'xAB', 'AB'],
    ['numbers of a set length', String.raw`\x41\u0042\U00000043`, 'xABC', 'ABC'],
    ['intersections', '[a-z&&[^b]]+$', 'abcd', 'cd'],
    ['differences', String.raw`[\w--\d]+$`, 'ab12cd', 'cd'],
    ['symmetric differences', '[a-c~~b-d]+$', 'abd', 'd'],
    ['a bracket that comes first', '[]a]+$', 'ba]', 'a]'],
    ['flags for all that follows', '(?i)foo', 'FOO', 'FOO'],
    ['flags for a group', 'f(?i:OO)', 'foo', 'foo'],
    ['flags that end', '(?i)f(?-i)oo', 'FOO Foo', 'Foo'],
    ['several flags', '(?ims)^foo$', 'FOO', 'FOO'],
    ['white space and comments', '(?x) f o+ # that is all', 'foo', 'foo'],
    ['lazy repeats, turned round', '(?U)fo+$', 'foo', 'foo'],
    ['named groups', '(?P<first>f)(?<second>o)', 'foo', 'foo'],
    ['ASCII alone', String.raw`(?-u:\w+)$`, 'né', ''],
    [
      'braces that repeat nothing',
      'function f() {'.replaceAll(/[()]/g, String.raw`\$&`),
      'function f() {',
      'function f() {',
    ],
    ['braces at the start', '{{name}}', 'a {{name}}', '{{name}}'],
    ['needless escapes', String.raw`a\-b\_c\/d\"`, 'a-b_c/d"', 'a-b_c/d"'],
    ['look-ahead', 'foo(?=bar)', 'foo foobar', 'foobar'],
    ['look-behind', '(?<!x)foo', 'xfoo foo', 'foo'],
    ['backreferences', String.raw`(\w)\1`, 'abccd', 'ccd'],
    ['backreferences by name', String.raw`(?<q>['"])x\k<q>`, `'x" "x"`, '"x"'],
    ['repeats of what takes nothing', String.raw`(?:\b)*x^*`, 'x', 'x'],
    ['many alternatives', 'a|b||', 'xb', 'xb'],
  ])('understands %s', (_, pattern, text, expected) => {
    expect(findIn(text, pattern)).toEqual(expected === '' ? [] : [expected]);
  });

  it.each([
    ['letters', String.raw`\w+`, 'é', true],
    ['digits', String.raw`\d`, '٣', true],
    ['blanks', String.raw`\s`, '\u00a0', true],
    ['the ends of words', String.raw`\bt`, 'ét', false],
    ['other cases', '(?i)straße', 'STRAẞE', true],
    ['one character', '^.$', '😀', true],
  ])('takes %s for those of Unicode', (_, pattern, text, isFound) => {
    expect(findIn(text, pattern).length > 0).toBe(isFound);
  });

  it.each([
    ['(', 1, '(', 'its group does not end'],
    ['a(b', 2, '(', 'its group does not end'],
    ['a)', 2, ')', 'no group is open here'],
    ['[', 1, '[', 'its class does not end'],
    ['x[^[]', 4, '[', 'its class does not end'],
    ['[a-', 1, '[', 'its class does not end'],
    ['[z-a]', 2, 'z-a', 'a range goes up'],
    [String.raw`[a-\d]`, 2, String.raw`a-\d`, 'a range goes from one character to another'],
    [String.raw`[\b]`, 2, String.raw`\b`, 'a class is made of characters'],
    ['*', 1, '*', 'there is nothing to repeat'],
    ['a|+', 3, '+', 'there is nothing to repeat'],
    ['{2}', 1, '{2}', 'there is nothing to repeat'],
    ['a{3,2}', 2, '{3,2}', 'the least number is higher'],
    ['a{,3}', 2, '{,3}', 'write {0,n}'],
    ['(?>a)', 1, '(?>', 'atomic groups'],
    ['(?#a)', 1, '(?#', 'comments'],
    ['(?y)', 1, '(?y', 'the flags are'],
    ['(?<n', 1, '(?<', 'the flags are'],
    ['(?)', 1, '(?)', 'there are no flags'],
    ['(?<n>a)(?<n>b)', 8, '(?<n>', 'two groups of this name'],
    ['\\', 1, '\\', 'a backslash escapes'],
    [String.raw`a\Z`, 2, String.raw`\Z`, String.raw`the end of a line is $ or \z`],
    [String.raw`\h`, 1, String.raw`\h`, String.raw`blanks are [ \t]`],
    [String.raw`\é`, 1, String.raw`\é`, 'there is no such escape'],
    [String.raw`\cA`, 1, String.raw`\c`, "write the character's number"],
    [String.raw`\x4`, 1, String.raw`\x`, 'takes 2 hexadecimal digits'],
    [String.raw`\u{110000}`, 1, String.raw`\u{110000}`, 'no character has this number'],
    [String.raw`\ud800`, 1, String.raw`\ud800`, 'no character has this number'],
    [String.raw`\p{Klingon}`, 1, String.raw`\p{Klingon}`, 'no such Unicode property'],
    [String.raw`\p{age=6.0}`, 1, String.raw`\p{age=6.0}`, 'no such Unicode property'],
    [String.raw`\b{middle}`, 1, String.raw`\b{middle}`, String.raw`\b takes {start}`],
    [String.raw`(a)\2`, 4, String.raw`\2`, 'no such group'],
    [String.raw`\k<n>`, 1, String.raw`\k`, 'no such group'],
    [String.raw`a\nb`, 2, String.raw`\n`, 'a search goes line by line'],
    [String.raw`\r`, 1, String.raw`\r`, 'a search goes line by line'],
    [String.raw`(.|\n)*`, 4, String.raw`\n`, 'a search goes line by line'],
    [String.raw`[\r\n]`, 1, String.raw`[\r\n]`, 'a search goes line by line'],
    ['(?-u).', 6, '.', 'single bytes'],
    ['(?-u:[^a])', 6, '[^', 'single bytes'],
    [String.raw`(?-u)\xff`, 6, String.raw`\xff`, 'single bytes'],
    [String.raw`(?-u)\W`, 6, String.raw`\W`, 'single bytes'],
    [String.raw`(?-u)\pL`, 6, String.raw`\pL`, 'Unicode is switched off'],
    ['a\ud800', 2, '\ud800', 'half of a character'],
  ])('refuses /%s/ and says where and why: at %i, %j, %s', (pattern, at, found, problem) => {
    expect(() => parse(pattern)).toThrow(PatternSyntaxError);
    expect(() => parse(pattern)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`at character ${at}, "${found}": `),
        details: { pattern, source: 'search pattern' },
      }),
    );
    expect(() => parse(pattern)).toThrow(problem);
  });

  it('refuses what is nested without end, or counted without end', () => {
    expect(() => parse('('.repeat(300) + ')'.repeat(300))).toThrow('inside of each other');
    expect(() => parse('['.repeat(300) + ']'.repeat(300))).toThrow('inside of each other');
    expect(() => parse(`a${'{2}'.repeat(300)}`)).toThrow('repeats of repeats');
    expect(() => findIn('', '((a{99}){99}){99}')).toThrow('too large');
    expect(() => findIn('', 'a{99999}')).toThrow(PatternSyntaxError);
    expect(findIn('a', `${'('.repeat(100)}${'){999999999}'.repeat(100)}a`)).toEqual(['a']);
  });

  it('reads classes that V8 crashes on with flag `v`', () => {
    expect(findIn('a', String.raw`[\P{Any}]`)).toEqual([]);
    expect(findIn('ab', String.raw`[^\P{Any}a]`)).toEqual(['b']);
  });

  it('reads a long pattern', () => {
    const words = Array.from({ length: 1000 }, (_, index) => `word${index}`);
    expect(findIn('a word999 b', words.join('|'))).toEqual(['word99 b'.replace('99', '999')]);
  });

  it.each([
    ['foo bar_1', false, false],
    ['fooBar', false, true],
    ['École', false, true],
    ['école', false, false],
    [String.raw`\S`, false, true],
    [String.raw`\S+\W\Bx`, true, false],
    [String.raw`\p{Lu}x`, true, false],
    ['[[:upper:]]x', true, false],
    [String.raw`\u{1F600}x`, true, false],
    [String.raw`\x4Ax`, true, true],
    ['(?P<Name>x)', true, false],
    [String.raw`\\S`, true, true],
    ['[A-Z]', true, true],
    ['(?<=A)x', true, true],
    [String.raw`\w`, true, true],
  ])('a search for %j (regular expression: %s) minds case: %s', (pattern, isRegex, isSensitive) => {
    const how = (caseSensitive: boolean | 'smart'): unknown =>
      JSON.parse(JSON.stringify(parsePattern({ pattern, isRegex, caseSensitive }).root));
    expect(how('smart')).toEqual(how(isSensitive));
  });
});
