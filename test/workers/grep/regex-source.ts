import * as fc from 'fast-check';

const letter = fc.constantFrom('a', 'b', 'c', 'ab', 'abc', 'é', 'x', ' ', '\\.', '\\(');
const wildcard = fc.constantFrom(
  '.',
  '\\w',
  '\\d',
  '\\s',
  '\\S',
  '\\W',
  '[ab]',
  '[^a]',
  '[a-c.]',
  '[\\s\\S]',
);
const assertion = fc.constantFrom(
  '\\b',
  '^',
  '$',
  '(?=a)',
  '(?!b)',
  '(?<=a)',
  '(?<!b)',
  '(?!\\s*b)',
  '(?<!\\s)',
);
const quantifier = fc.constantFrom('', '', '', '', '*', '+', '?', '{2}', '{0,1}', '{1,}', '*?', '+?');
const repeated = fc
  .tuple(fc.oneof({ weight: 2, arbitrary: letter }, { weight: 2, arbitrary: wildcard }), quantifier)
  .map(([atom, quantifier]) => atom + quantifier);
// An assertion cannot be repeated.
const term = fc.oneof({ weight: 3, arbitrary: repeated }, { weight: 1, arbitrary: assertion });
const sequence = fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => terms.join(''));
const group = fc
  .tuple(fc.constantFrom('(', '(?:'), sequence, fc.constantFrom('', '|'), sequence, quantifier)
  .map(([open, left, bar, right, quantifier]) => `${open}${left}${bar}${right})${quantifier}`);

/** Regular expressions of all shapes, valid in flag `u`, that match short texts of few letters now and then. */
export const regexSource: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: sequence },
      { weight: 1, arbitrary: group },
      { weight: 1, arbitrary: fc.constant('|') },
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(''));

const WORD = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`;
const MEANINGS: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  s: String.raw`\p{White_Space}`,
  S: String.raw`\P{White_Space}`,
  w: WORD,
  W: `[^${WORD.slice(1)}`,
  b: `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`,
};

/**
 * What one of them means, for flag `u`: letters, digits and blanks are those of Unicode. With `v` and a class in a class
 * V8 finds what is not there: `(?:abc|[^[a]].){1,}` in `aa`.
 */
export function toJavaScript(source: string): string {
  return source.replaceAll(/\\(.)/gu, (escape, letter: string) => MEANINGS[letter] ?? escape);
}
