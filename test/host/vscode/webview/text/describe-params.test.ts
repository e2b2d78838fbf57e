import { expect, test } from 'vitest';
import { describeParams } from '../../../../../src/host/vscode/webview/text/describe-params.js';

test.each<[params: unknown, lines: readonly (readonly [string, string])[]]>([
  [undefined, []],
  [null, []],
  ['text', [['Parameters', 'text']]],
  [
    { uri: 'a', start_line: 10, is_recursive: false, none: undefined, empty: '' },
    [
      ['Path', 'a'],
      ['First line', '10'],
      ['With everything in it', 'no'],
    ],
  ],
  [{ needs: ['network', 'git'] }, [['Asks for', 'network, git']]],
  [{ list: ['a', { b: 1 }] }, [['List', '[\n  "a",\n  {\n    "b": 1\n  }\n]']]],
])('describeParams says %o in words', (params, lines) => {
  expect(describeParams(params).map(({ label, value }) => [label, value])).toEqual(lines);
});
