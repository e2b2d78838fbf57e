import { expect, test } from 'vitest';
import { hasFiles, readDroppedPaths } from '../../../../../src/host/vscode/webview/state/dropped-paths.js';

/** What is dropped, by the type of its data. */
function drop(data: Readonly<Record<string, string>>) {
  const dataTransfer = {
    types: Object.keys(data),
    getData: (type: string) => data[type] ?? '',
  } as unknown as DataTransfer;
  return { dataTransfer };
}

test.each([
  ['file:///w/a.ts', ['/w/a.ts']],
  ['# two\r\nfile:///w/a%20b.ts\r\nfile:///w/t%C3%A4glich', ['/w/a b.ts', '/w/täglich']],
  ['file:///C:/w/a.ts', ['C:/w/a.ts']],
  ['file:///c%3A/w/a.ts', ['c:/w/a.ts']],
  ['file://server/share/a.ts', ['//server/share/a.ts']],
  ['vscode-remote://ssh-remote%2Bbox/w/a.ts', ['/w/a.ts']],
  ['https://example.com/a.ts', []],
  ['javascript:alert(1)', []],
  ['file:///w/%FF', []],
  ['', []],
])('%j is dropped as %j', (list, paths) => {
  expect(readDroppedPaths(drop({ 'text/uri-list': list }))).toEqual(paths);
});

test('a file that is named twice, by the editor and for other programs, is one', () => {
  const dropped = drop({
    'text/uri-list': 'file:///w/a.ts',
    'application/vnd.code.uri-list': 'file:///w/a.ts',
  });
  expect([hasFiles(dropped), readDroppedPaths(dropped)]).toEqual([true, ['/w/a.ts']]);
});

test('a text that is dragged is none of it', () => {
  const dropped = drop({ 'text/plain': 'file:///w/a.ts' });
  expect([hasFiles(dropped), readDroppedPaths(dropped)]).toEqual([false, []]);
  expect([hasFiles({ dataTransfer: null }), readDroppedPaths({ dataTransfer: null })]).toEqual([false, []]);
});
