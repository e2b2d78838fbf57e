import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { requiredBits, Signer } from '../../../src/workers/grep/signer.js';
import { type GrepPattern, parsePattern } from '../../../src/workers/regex/parse-pattern.js';
import { requiredLiterals } from '../../../src/workers/regex/required-literals.js';
import { ByteFinder } from '../../../src/workers/grep/byte-finder.js';
import { compileMatcher } from '../../../src/workers/grep/line-matcher.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';
import { lineOf, placed, ripgrepPlaces, toPlaces } from './ripgrep-places.js';
import { anyText, rustRegex } from './rust-regex.js';

// `TROUPE_REGEX_CASES=20000` takes some minutes.
const CASES = Number(process.env['TROUPE_REGEX_CASES'] ?? 400);
const PATIENCE_MS = 3_600_000;

const WORD_ASSERTION = /\\[bB<>]/;
const STRAY_BYTE =
  /(?<![\x80-\xff])[\x80-\xbf]|[\xc0-\xdf][\x80-\xbf]{2}|[\xe0-\xef][\x80-\xbf]{3}|[\x80-\xbf]{4}/;
const TEXT_END = /\\[Az]|-m/;

const anyCase = fc.constantFrom<Case>(true, false, 'smart');

const directory = makeTempDir();
const file = join(directory, 'file');
const finder = new ByteFinder(1 << 20);
afterAll(() => {
  removeTempDir(directory);
});

type Case = GrepPattern['caseSensitive'];

function argumentsFor(pattern: string, caseSensitive: Case, text: Buffer): readonly string[] {
  const lines = text.includes('\r') ? ['--crlf'] : [];
  const cases =
    caseSensitive === 'smart' ? '--smart-case' : caseSensitive ? '--case-sensitive' : '--ignore-case';
  return [...lines, cases, '-e', pattern];
}

function ours(pattern: string, caseSensitive: Case, text: Buffer): string[] {
  const query = { pattern, isRegex: true, caseSensitive };
  const matcher = compileMatcher(query);
  const found = [...matcher.matches(text, 0, text.length)];
  if (found.length > 0) {
    // Nothing that looks at texts before the expression has its turn may say no.
    expect(matcher.mayMatch(text)).toBe(true);
    const literals = requiredLiterals(parsePattern(query).root)?.map(requiredBits);
    const signature = sign(text);
    expect(literals?.some((bits) => bits.every((bit) => hasBit(signature, bit)))).not.toBe(false);
    expect(inBuffer(query, text)).toEqual(found);
  }
  return toPlaces(text, found);
}

/** What is found in the buffer of the finder, where lines are skipped that do not hold a text. */
function inBuffer(query: GrepPattern, text: Buffer): number[] {
  const bytes = finder.buffer.subarray(0, text.copy(finder.buffer));
  return [...compileMatcher(query, finder).matches(bytes, 0, bytes.length)];
}

function sign(text: Buffer): Uint32Array {
  const signer = new Signer();
  signer.add(text, 0, text.length);
  return signer.take();
}

function hasBit(signature: Uint32Array, bit: number): boolean {
  return ((signature[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
}

/** What is to be compared: no columns for the ends of the text, which ripgrep sees anew when it prints. */
function comparable(places: string[], expected: string[], pattern: string): string[] {
  const all = placed(places, expected);
  return TEXT_END.test(pattern) ? all.map(lineOf) : all;
}

it(
  `finds in random texts what ripgrep finds, for ${CASES} random patterns`,
  () => {
    let found = 0;
    fc.assert(
      fc.property(rustRegex, anyCase, anyText, (pattern, caseSensitive, text) => {
        // With other line ends than its own ripgrep does not know every end of the text.
        fc.pre(!TEXT_END.test(pattern) || !text.includes('\r'));
        // Before a stray byte ripgrep sees the character before that.
        fc.pre(!WORD_ASSERTION.test(pattern) || !text.toString('latin1').match(STRAY_BYTE));
        const expected = ripgrepPlaces(file, text, argumentsFor(pattern, caseSensitive, text));
        found += expected.length;
        expect(comparable(ours(pattern, caseSensitive, text), expected, pattern)).toEqual(
          comparable(expected, expected, pattern),
        );
      }),
      { numRuns: CASES },
    );
    console.log(`${CASES} random patterns: ${found} lines found, the same as by ripgrep.`);
  },
  PATIENCE_MS,
);
