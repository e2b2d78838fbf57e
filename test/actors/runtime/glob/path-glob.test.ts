import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { compileGlob } from '../../../../src/actors/runtime/glob/path-glob.js';

const RUNS = Number(process.env['TROUPE_GLOBS'] ?? 3_000);

const isMatch = (glob: string, path: string): boolean => compileGlob(glob, 'glob')(path as RelPath);

test.each([
  ['app/(group)/*.tsx', 'app/(group)/page.tsx', true],
  ['+(a)', '+(a)', true],
  ['+(a)', 'aa', false],
  ['a$^.b|c', 'a$^.b|c', true],
  ['a?c', 'aéc', true],
  ['a?c', 'a😀c', true],
  ['?', '😀', true],
  ['??', '😀', false],
  ['[é-ü]', 'ö', true],
  ['[!a]', '😀', true],
  ['[]a]', ']', true],
  ['[^]a]', ']', false],
  ['[\\]]', ']', true],
  ['[a-]', '-', true],
  ['[.*]', 'x', false],
  ['[[:digit:]x]', '7', true],
  ['[[:alpha:]]', 'ß', true],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['\\{a,b\\}', '{a,b}', true],
  ['{a}', 'a', true],
  ['{a,{b,c}d}e', 'cde', true],
  ['{,a}b', 'b', true],
  ['x{[,],y}', 'x,', true],
  ['a/{b,c/**}/d', 'a/c/x/y/d', true],
  ['**', 'a/b', true],
  ['a/**', 'a', false],
  ['a/**', 'a/b/c', true],
  ['a/**/b', 'a/b', true],
  ['**/b/**/c', 'b/x/b/c', true],
  ['a**b', 'axxb', true],
  ['a/**b', 'a/x/b', false],
  ['*.ts', '.ts', true],
])('%s and %s: %s', (glob, path, expected) => {
  expect(isMatch(glob, path)).toBe(expected);
});

test.each([
  ['{a', 'a { is not closed'],
  ['a}', 'a } has no {'],
  ['[a', 'a [ is not closed'],
  ['[[:nothing:]]', '[:nothing:] is no class of characters'],
  ['[b-a]', '[b-a] names no characters'],
  ['a\\', 'a name in it ends in a backslash'],
  [`[${'\\a'.repeat(40)}`, 'a [ is not closed'],
  ['{a,b}'.repeat(10), 'it has more than 1000 alternatives'],
])('%s is not a glob: %s', (glob, reason) => {
  expect(() => compileGlob(glob, 'pattern')).toThrow(`The pattern "${glob}" is not a glob: ${reason}.`);
});

describe('globs that a regular expression takes minutes for', () => {
  const name = 'a'.repeat(255);
  test.each([
    ['*a*a*a*a*a*a*a*a*a*b', name],
    [`${'*a'.repeat(40)}b`, name],
    [`${'**/*a'.repeat(20)}/b`, Array.from({ length: 500 }, () => 'aaaa').join('/')],
    ['{*a*a*a*a*b,*a*a*a*a*c}{*a*a*b,*c}', name],
  ])('%s', (glob, path) => {
    expect(isMatch(glob, path)).toBe(false);
  });
});

/** What a piece of a segment stands for: texts in which `*` is any text, `?` any one character, and others themselves. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  a: ['a'],
  b: ['b'],
  '.': ['.'],
  '*': ['*'],
  '?': ['?'],
  '[ab]': ['a', 'b'],
  '[!a.]': ['b', '+'],
  '{a,b}': ['a', 'b'],
  '{a*,.b,}': ['a*', '.b', ''],
  '\\+': ['+'],
};
const EMPTY_OR_STAR = new Set(['*', '{a*,.b,}']);
const segment = fc.oneof(
  { weight: 1, arbitrary: fc.constant(['**']) },
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...Object.keys(PIECES)), { minLength: 1, maxLength: 4 }) },
);
const part = fc.string({ unit: fc.constantFrom('a', 'b', '.', '+'), minLength: 1, maxLength: 4 });

/** Whether a name matches, by trying everything. */
function nameMatches(pieces: readonly string[], name: string): boolean {
  const [piece, ...rest] = pieces;
  if (piece === undefined) return name === '';
  return (PIECES[piece] ?? []).some((text) => textMatches(text, name, (left) => nameMatches(rest, left)));
}

function textMatches(text: string, name: string, goOn: (left: string) => boolean): boolean {
  if (text === '') return goOn(name);
  const rest = text.slice(1);
  if (text.startsWith('*'))
    return Array.from({ length: name.length + 1 }, (_, at) => name.slice(at)).some((left) =>
      textMatches(rest, left, goOn),
    );
  const isOne = name !== '' && (text.startsWith('?') || text.charAt(0) === name.charAt(0));
  return isOne && textMatches(rest, name.slice(1), goOn);
}

function pathMatches(segments: readonly (readonly string[])[], parts: readonly string[]): boolean {
  const [first, ...rest] = segments;
  if (first === undefined) return parts.length === 0;
  if (first[0] === '**') {
    const least = rest.length === 0 ? 1 : 0;
    return Array.from({ length: parts.length + 1 }, (_, count) => count).some(
      (count) => count >= least && pathMatches(rest, parts.slice(count)),
    );
  }
  const [part, ...others] = parts;
  return part !== undefined && nameMatches(first, part) && pathMatches(rest, others);
}

test('a glob matches what a trial of everything finds that it matches', () => {
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.array(part, { minLength: 1, maxLength: 5 }),
      (segments, parts) => {
        // At its beginning, `./` means the root, and a glob of one segment is about the name.
        const glob = `/${segments.map((pieces) => pieces.join('')).join('/')}`;
        // More than 1,000 alternatives are refused.
        fc.pre(segments.flat().filter((piece) => piece.startsWith('{')).length <= 6);
        // Stars with nothing else between them make a `**`.
        fc.pre(
          !segments.some((pieces) => pieces.length > 1 && pieces.every((piece) => EMPTY_OR_STAR.has(piece))),
        );
        expect(isMatch(glob, parts.join('/'))).toBe(pathMatches(segments, parts));
      },
    ),
    { numRuns: RUNS },
  );
});
