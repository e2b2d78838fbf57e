import { expect, test } from 'vitest';
import { labelRoots } from '../../../../../src/host/vscode/webview/text/label-roots.js';

test.each<[what: string, roots: string[], labels: string[]]>([
  ['roots of different names', ['/w/one', '/w/two'], ['one', 'two']],
  ['roots of one name', ['/w/one/app', '/w/two/app'], ['one/app', 'two/app']],
  ['a root within another', ['/app', '/w/app'], ['app', 'w/app']],
  ['Windows paths', ['C:\\one\\app', 'D:\\two\\app'], ['one/app', 'two/app']],
  ['one root that is named twice', ['/w/one', '/w/one'], ['one']],
])('%s get the shortest labels that tell them apart', (_what, roots, labels) => {
  expect([...labelRoots(roots).values()]).toEqual(labels);
});
