import { describe, expect, test } from 'vitest';
import {
  readCommandEnd,
  readCommandOutput,
  readEntries,
  readMatches,
  readMatchesInFile,
  readPaths,
  readProblems,
} from '../../../../../src/host/vscode/webview/steps/read-result.js';

describe('what a search has found is read from its result', () => {
  test.each([
    ['Matching lines: 5\na.ts:1: x', { count: 5, isMore: false }],
    ['Matching lines: 1 to 200 of 431\na.ts:1: x', { count: 431, isMore: false }],
    ['Matching lines: 1 to 200 of 10000 or more, 2 files could not be read', { count: 10_000, isMore: true }],
    ['No line contains "Cart" (12 files searched).', { count: 0, isMore: false }],
    [
      'There was no file to search: what the ignore rules leave out is not searched.',
      { count: 0, isMore: false },
    ],
    ['Something else', undefined],
    ['a.ts:1: Matching lines: 7', undefined],
  ])('%j', (output, found) => {
    expect(readMatches(output)).toEqual(found);
  });

  test.each([
    ['Matching lines in a.ts: 2\n1: x\n2: x', { count: 2, isMore: false }],
    ['Matching lines in a: 7: the first 200 of 431 or more\n1: x', { count: 431, isMore: true }],
    ['No line of a.ts contains "x".', { count: 0, isMore: false }],
    ['a.ts could not be read.', undefined],
  ])('%j, in one file', (output, found) => {
    expect(readMatchesInFile(output)).toEqual(found);
  });

  test.each([
    ['a.ts\nsrc/b.ts', { count: 2, isMore: false }],
    ['(group)/page.tsx\n(There are more: ask for page_number 2)', { count: 1, isMore: true }],
    ['No path matches "x". search_for_files searches in files.', { count: 0, isMore: false }],
  ])('%j, of paths', (output, found) => {
    expect(readPaths(output)).toEqual(found);
  });
});

test.each([
  ['src: 12 entries\na.ts', { count: 12, isMore: false }],
  ['src: 1 entry\na.ts', { count: 1, isMore: false }],
  ['src: 1 to 500 of 731 entries\na.ts', { count: 731, isMore: false }],
  ['src: no entries', { count: 0, isMore: false }],
  ['No folder is open.', undefined],
])('the entries of a folder are read from %j', (output, found) => {
  expect(readEntries(output)).toEqual(found);
});

test.each([
  ['a.ts:1:5: error: no (ts 2304)\na.ts:9:1: warning: unused', { count: 2, isMore: false }],
  [
    'The editor has no errors or warnings for a.ts. Of a file that is not open it may know none.',
    { count: 0, isMore: false },
  ],
])('the problems of a file are read from %j', (output, found) => {
  expect(readProblems(output)).toEqual(found);
});

test.each([
  ['Exit code 0, after 0.3 s.\nstdout: (empty)', { exitCode: 0, duration: '0.3 s' }],
  [
    'Exit code 137 (SIGKILL), after 3 min 20 s.',
    { exitCode: 137, signal: 'SIGKILL', duration: '3 min 20 s' },
  ],
  ['Exit code unknown (SIGTERM), after 12 s.', { signal: 'SIGTERM', duration: '12 s' }],
  ['Exit code 1.\nOutput:\nno', { exitCode: 1 }],
  [
    'The command was ended after 30 s, with all that it had started: it had printed nothing for 30 s.\nExit code: none.',
    { isTimeout: true, duration: '30 s' },
  ],
  ['The command still runs in terminal 1; an empty command reads on.\nOutput: (empty)', { isRunning: true }],
  ['Terminal 1 is closed: its shell ended with exit code 2.', { exitCode: 2 }],
  ['Terminal 1 is closed.', {}],
  ['It printed this.\nExit code 0, after 1 s.', {}],
])('the end of a command is read from %j', (output, end) => {
  expect(readCommandEnd(output)).toEqual(end);
});

test.each([
  ['Exit code 0, after 1 s.\nstdout:\na\nb\nstderr: (empty)', 'a\nb'],
  ['Exit code 1, after 1 s.\nstdout: (empty)\nstderr:\nno', 'no'],
  ['Exit code 1, after 1 s.\nstdout:\na\nstderr:\nno', 'stdout:\na\nstderr:\nno'],
  ['Exit code 0, after 1 s.\nstdout: (empty)\nstderr: (empty)', ''],
  ['Exit code 0.\nOutput:\na', 'a'],
  ['Something failed.', 'Something failed.'],
])('what a command printed is read from %j', (output, printed) => {
  expect(readCommandOutput(output)).toBe(printed);
});
