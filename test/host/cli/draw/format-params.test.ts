import { expect, test } from 'vitest';
import { formatParams } from '../../../../src/host/cli/draw/format-params.js';

test.each([
  [{ uri: 'src/a.ts', start_line: 3, end_line: undefined }, 'src/a.ts start_line=3'],
  [{ query: 'needle', is_regex: true, is_recursive: false }, 'needle is_regex=true'],
  [{ command: 'a\n  b' }, 'a ⏎ b'],
  [{ uri: 'a.ts', search_replace_blocks: '<<<<<<< ORIGINAL\nold' }, 'a.ts'],
  [{ uri: 'a.ts', new_content: 'all of it' }, 'a.ts'],
  [{ text: 'one\ntwo\n', other: 'x'.repeat(300) }, 'text=(2 lines) other=(300 characters)'],
  [{ uri: '' }, 'uri=""'],
  ['no object', 'no object'],
  [null, 'null'],
])('the parameters %j are shown as %j', (params, expected) => {
  expect(formatParams(params)).toBe(expected);
});
