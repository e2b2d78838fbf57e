import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requiredLiterals } from '../../../src/workers/scan/required-literals.js';
import { regexSource } from './regex-source.js';

describe('requiredLiterals', () => {
  it.each([
    ['foo', ['foo']],
    ['foo\\.bar\\(', ['foo.bar(']],
    ['^import .* from$', ['import ']],
    ['a+bcd', ['bcd']],
    ['abc+d', ['abc']],
    ['abc*d', ['ab']],
    ['abc?', ['ab']],
    ['abc{0,2}', ['ab']],
    ['abc{2}', ['abc']],
    ['abc{2,}?d', ['abc']],
    ['a{x', ['a{x']],
    ['x(optional)?needed', ['needed']],
    ['(?<name>group\\))rest', ['rest']],
    ['(?!not)this', ['this']],
    ['[abc]def[^\\]g]', ['def']],
    ['foo\\dbarbaz\\s*', ['barbaz']],
    ['TODO|FIXME|a.bcd', ['TODO', 'FIXME', 'bcd']],
    ['(a|b)c|d', ['c', 'd']],
    ['日本?語', ['日']],
    ['😀*x', ['x']],
    ['a]b', ['a]b']],
  ])('of /%s/ are %j', (source, expected) => {
    expect(requiredLiterals(source)).toEqual(expected);
  });

  it.each([
    '',
    'a*',
    '(abc)',
    '.',
    'abc|',
    '|abc',
    'abc|d*',
    '\\d+',
    '[[a]b]c',
    'a\\x41b',
    'a\\u0041b',
    '(a)\\1bc',
    '[ab',
  ])('are unknown for /%s/', (source) => {
    expect(requiredLiterals(source)).toBeNull();
  });

  it('are unknown when there are too many alternatives', () => {
    expect(requiredLiterals(Array.from({ length: 17 }, () => 'a').join('|'))).toBeNull();
  });

  it('are in every match, one of them at least', () => {
    fc.assert(
      fc.property(
        regexSource,
        fc.string({ unit: fc.constantFrom(...Array.from('abc.x (é')), maxLength: 30 }),
        (source, text) => {
          const literals = requiredLiterals(source);
          for (const [match] of text.matchAll(new RegExp(source, 'gu'))) {
            if (literals !== null) expect(literals.some((literal) => match.includes(literal))).toBe(true);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
