import { expect, test } from 'vitest';
import { listsPlaces, readHits } from '../../../../../src/host/vscode/webview/steps/read-hits.js';

test.each([
  ['search_for_files', 'src/a.ts:12: if (b: 7)', { path: 'src/a.ts', line: 12 }, 'src/a.ts:12'],
  ['search_in_file', '12: if (b)', { path: 'src/a.ts', line: 12 }, '12'],
  ['search_pathnames_only', 'src/a b.ts', { path: 'src/a b.ts' }, 'src/a b.ts'],
  [
    'read_lint_errors',
    'src/a.ts:12:5: error: no',
    { path: 'src/a.ts', line: 12, column: 5 },
    'src/a.ts:12:5',
  ],
])('a line of %s leads to its place: %j', (tool, text, place, named) => {
  expect(listsPlaces(tool)).toBe(true);
  expect(readHits(tool, { uri: 'src/a.ts' }, [text])).toEqual([{ text, place, placeChars: named.length }]);
});

test.each([
  ['search_for_files', 'Matching lines: 5'],
  ['search_in_file', 'Matching lines in a.ts: 5'],
  ['search_pathnames_only', '(There are more: ask for page_number 2)'],
  ['search_pathnames_only', 'No path matches "x". search_for_files searches in files.'],
  ['read_file', 'src/a.ts:12: x'],
])('a line of %s that names no place is text: %j', (tool, text) => {
  expect(readHits(tool, undefined, [text])).toEqual([{ text }]);
});
