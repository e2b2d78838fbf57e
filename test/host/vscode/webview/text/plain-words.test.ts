import { expect, test } from 'vitest';
import {
  humanizeName,
  labelParam,
  toPlainWords,
} from '../../../../../src/host/vscode/webview/text/plain-words.js';

test.each([
  ['fetch_page', 'Fetch page'],
  ['fetchPage', 'Fetch page'],
  ['get-URL', 'Get URL'],
  ['a\u202eb', 'A⟨U+202E⟩b'],
])('%j reads %j', (name, words) => {
  expect(humanizeName(name)).toBe(words);
});

test('a parameter has a label, known or not', () => {
  expect(['uri', 'is_regex', 'max_depth'].map(labelParam)).toEqual([
    'Path',
    'As a regular expression',
    'Max depth',
  ]);
});

test('a sentence for a model loses the names of tools and parameters, and no other', () => {
  expect(toPlainWords('Give it a timeout_ms, or use search_in_file for my_name in foo_bar.py.')).toBe(
    'Give it a “time limit in milliseconds”, or use “search in a file” for my_name in foo_bar.py.',
  );
});
