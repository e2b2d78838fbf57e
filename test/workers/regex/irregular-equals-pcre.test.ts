import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';
import { compileMatcher } from '../../../src/workers/grep/line-matcher.js';
import { placed, ripgrepPlaces, toPlaces } from './ripgrep-places.js';

// `TROUPE_REGEX_CASES=20000` takes some minutes.
const CASES = Number(process.env['TROUPE_REGEX_CASES'] ?? 300);
const PATIENCE_MS = 3_600_000;

const directory = makeTempDir();
const file = join(directory, 'file');
afterAll(() => {
  removeTempDir(directory);
});

const anyLine = fc.string({ unit: fc.constantFrom(...Array.from('aabbcABé1 _.')), maxLength: 12 });
const anyText = fc
  .array(anyLine, { minLength: 1, maxLength: 30 })
  .map((lines) => Buffer.from(`${lines.join('\n')}\n`));

const letter = fc.constantFrom('a', 'b', 'c', 'ab', 'é', '1', ' ', String.raw`\.`);
// ripgrep lets PCRE see the end of the line before, and a set that holds it would match it there.
const set = fc.constantFrom(
  '.',
  String.raw`\w`,
  String.raw`[^\w\n]`,
  String.raw`\d`,
  String.raw`\S`,
  '[ab]',
  String.raw`[^a\n]`,
  '[a-c1]',
);
const assertion = fc.constantFrom('^', '$', String.raw`\b`, String.raw`\B`);
const repeat = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '*?', '+?');
// What stands behind a place must have a length for PCRE, and a short one.
const bounded = fc
  .array(fc.oneof(letter, set, assertion), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));
const behind = fc
  .tuple(fc.constantFrom('(?<=', '(?<!'), bounded, fc.constantFrom('', '|'), bounded)
  .map(([open, one, bar, other]) => (bar === '' ? `${open}${one})` : `${open}${one}|${other})`));

const CANNOT_BE_REPEATED = /^(?:\(\?[=!<]|\^|\$|\\[bB])/;

/** Expressions behind a group, to which they may refer. */
const { sequence } = fc.letrec<{ sequence: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small' },
    { weight: 5, arbitrary: letter },
    { weight: 4, arbitrary: set },
    { weight: 2, arbitrary: assertion },
    { weight: 3, arbitrary: fc.constantFrom(String.raw`(?:\1)`, String.raw`\k<one>`) },
    { weight: 3, arbitrary: behind },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('(?=', '(?!'), tie('sequence'))
        .map(([open, body]) => `${open}${body})`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('(', '(?:'), fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }))
        .map(([open, branches]) => `${open}${branches.join('|')})`),
    },
  ),
  sequence: fc
    .array(
      fc
        .tuple(tie('atom'), repeat)
        .map(([atom, count]) => (CANNOT_BE_REPEATED.test(atom) ? atom : atom + count)),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}));
const irregular = fc
  .tuple(fc.constantFrom('', '', '(?i)'), bounded, repeat, sequence)
  .map(([flags, first, count, rest]) => `${flags}(?<one>${first})${count}${rest}`);

it(
  `finds look-around and backreferences as PCRE does, for ${CASES} random patterns`,
  () => {
    let found = 0;
    fc.assert(
      fc.property(irregular, anyText, (pattern, text) => {
        const expected = ripgrepPlaces(file, text, ['--pcre2', '-e', pattern]);
        const matcher = compileMatcher({ pattern, isRegex: true, caseSensitive: true });
        const places = toPlaces(text, [...matcher.matches(text, 0, text.length)]);
        expect(placed(places, expected)).toEqual(placed(expected, expected));
        if (expected.length > 0) expect(matcher.mayMatch(text)).toBe(true);
        found += expected.length;
      }),
      { numRuns: CASES },
    );
    console.log(`${CASES} random patterns: ${found} lines found, the same as by PCRE.`);
  },
  PATIENCE_MS,
);
