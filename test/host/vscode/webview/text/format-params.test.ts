import { expect, test } from 'vitest';
import { formatParams, writeParams } from '../../../../../src/host/vscode/webview/text/format-params.js';

test.each<[params: unknown, line: string]>([
  [undefined, ''],
  [null, ''],
  [{}, ''],
  ['text', 'text'],
  [{ uri: 'src/main.ts', start_line: 10, is_regex: false }, 'src/main.ts start_line=10 is_regex=false'],
  [{ query: 'two words', none: undefined }, 'two words'],
  [{ list: ['a', { b: 1 }] }, 'list=["a",{"b":1}]'],
  [{ content: 'a\nb' }, 'a…'],
  [{ uri: 'a', content: 'a\nb' }, 'a content="a\\nb"'],
  [{ empty: '' }, 'empty=""'],
  [{ uri: 'a\u202eb', 'k\u202e': 1 }, 'a⟨U+202E⟩b k⟨U+202E⟩=1'],
  [{ content: 'x'.repeat(100_000) }, `${'x'.repeat(80)}…`],
])('formatParams writes %o on one line', (params, line) => {
  expect(formatParams(params)).toBe(line);
});

test.each<[params: unknown, text: string]>([
  [undefined, ''],
  ['text', 'text'],
  [{ uri: 'a', start_line: 10, none: undefined }, 'uri: a\nstart_line: 10'],
  [{ content: 'a\n"b"' }, 'content:\na\n"b"'],
  [{ list: ['a'] }, 'list: [\n  "a"\n]'],
])('writeParams writes %o with its texts as they are', (params, text) => {
  expect(writeParams(params)).toBe(text);
});
