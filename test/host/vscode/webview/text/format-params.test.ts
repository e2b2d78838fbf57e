import { expect, test } from 'vitest';
import { formatParams } from '../../../../../src/host/vscode/webview/text/format-params.js';

test.each<[params: unknown, line: string]>([
  [undefined, ''],
  [null, ''],
  [{}, ''],
  ['text', 'text'],
  [{ uri: 'src/main.ts', start_line: 10, is_regex: false }, 'uri=src/main.ts start_line=10 is_regex=false'],
  [{ query: 'two words', none: undefined }, 'query="two words"'],
  [{ list: ['a', { b: 1 }] }, 'list=["a",{"b":1}]'],
  [{ content: 'a\nb' }, 'content="a\\nb"'],
  [{ empty: '' }, 'empty=""'],
  [{ uri: 'a\u202eb', 'k\u202e': 1 }, 'uri=a⟨U+202E⟩b k⟨U+202E⟩=1'],
  [{ content: 'x'.repeat(100_000) }, `content=${'x'.repeat(80)}…`],
])('formatParams writes %o on one line', (params, line) => {
  expect(formatParams(params)).toBe(line);
});
