import { describe, expect, test } from 'vitest';
import {
  countFoundLines,
  readExcerpt,
  readFoundLines,
  readFoundPaths,
  readSuggestions,
} from '../../../../src/actors/llm/offline/evidence.js';
import { isRefused } from '../../../../src/actors/llm/offline/refusal.js';
import type { ToolFinding } from '../../../../src/actors/llm/offline/offline-turn.js';

const finding = (output: string, args: Record<string, unknown> = {}): ToolFinding => ({
  tool: 'any',
  args,
  output,
});

describe('readFoundLines', () => {
  test('reads the rows of a search and passes over the rest', () => {
    const found = finding(
      'Matching lines: 1 to 2 of 9\nsrc/a b.ts:7: x: 1\n/other/root.ts:12:\n(There are more: ask for page_number 2)',
    );
    expect(readFoundLines(found)).toEqual([
      { path: 'src/a b.ts', line: 7, text: 'x: 1' },
      { path: '/other/root.ts', line: 12, text: '' },
    ]);
    expect(countFoundLines(found)).toBe(9);
  });

  test('reads the rows of a search in one file', () => {
    expect(readFoundLines(finding('Matching lines in a.ts: 1\n3: a:9: b', { uri: 'a.ts' }))).toEqual([
      { path: 'a.ts', line: 3, text: 'a:9: b' },
    ]);
  });

  test('reads nothing where nothing was found', () => {
    const nothing = finding('No line contains "x" (12 files searched).');
    expect([readFoundLines(nothing), countFoundLines(nothing), isRefused(nothing)]).toEqual([[], 0, false]);
  });
});

test('countFoundLines reads every form of the heading', () => {
  const headings = [
    'Matching lines: 3',
    'Matching lines: 1 to 200 of 10000 or more',
    'Matching lines: 4, 2 files could not be read',
  ];
  expect(headings.map((heading) => countFoundLines(finding(`${heading}\na.ts:1: x`)))).toEqual([
    3, 10_000, 4,
  ]);
});

test('readFoundPaths reads paths and directories and passes over notes', () => {
  expect(readFoundPaths(finding('src/a.ts\nsrc/b/\n(There are more: ask for page_number 2)'))).toEqual([
    'src/a.ts',
    'src/b/',
  ]);
  expect(readFoundPaths(finding('No path matches "x". search_for_files searches in files.'))).toEqual([]);
});

describe('readExcerpt', () => {
  test('reads a whole file', () => {
    expect(readExcerpt(finding('a.ts (2 lines)\n```\none\ntwo\n```'))).toEqual({
      path: 'a.ts',
      firstLine: 1,
      lines: ['one', 'two'],
      totalLines: 2,
    });
  });

  test('reads some lines of a file that has fences in it', () => {
    expect(
      readExcerpt(
        finding('a (1).md (lines 3 to 5 of 90, CRLF line ends)\n````\n```\nx\n```\n````\nThe text goes on.'),
      ),
    ).toEqual({
      path: 'a (1).md',
      firstLine: 3,
      lines: ['```', 'x', '```'],
      totalLines: 90,
    });
  });

  test.each(['a.ts is empty.', 'a.ts does not exist.', '', '```'])('has nothing of %j', (output) => {
    expect(readExcerpt(finding(output))).toBeUndefined();
  });
});

test('readSuggestions reads the names that a tool offered', () => {
  expect(readSuggestions(finding('x does not exist. The closest names are: src/a.ts, b.ts.'))).toEqual([
    'src/a.ts',
    'b.ts',
  ]);
  expect(
    readSuggestions(finding('x does not exist. search_pathnames_only finds files by their name.')),
  ).toEqual([]);
});

test.each([
  ['The person denied this call. Do not make it again.', true],
  ['a.ts does not exist. The closest names are: b.ts.', true],
  ['x failed.\n\nNote: you have made this call 3 times in a row with the same arguments.', true],
  ['a.ts is empty.', false],
  ['src: no entries', false],
  ['src/a.ts', false],
  ['Directory of src:\n└── a.', false],
])('isRefused takes %j for %s', (output, expected) => {
  expect(isRefused(finding(output))).toBe(expected);
});
