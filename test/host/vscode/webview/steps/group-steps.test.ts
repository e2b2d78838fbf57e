import { expect, test } from 'vitest';
import type { CallState } from '../../../../../src/actors/threads/turn-view.js';
import { groupSteps } from '../../../../../src/host/vscode/webview/steps/group-steps.js';
import type { ShownStep } from '../../../../../src/host/vscode/webview/state/shown-turns.js';

const call = (tool: string, uri = 'a', state: CallState = 'done'): ShownStep => ({
  kind: 'call',
  callId: 'c',
  tool,
  params: { uri },
  state,
});
const read = (uri: string, state?: CallState): ShownStep => call('read_file', uri, state);
const text: ShownStep = { kind: 'text', role: 'thought', text: 'I look.' };
const reasoning: ShownStep = { kind: 'reasoning', text: 'Hm' };
const thinking: ShownStep = { kind: 'reasoning', text: 'Hm', isDraft: true };

/** Positions of single steps, and the summary of each run with its positions. */
const outline = (...steps: readonly ShownStep[]): readonly unknown[] =>
  groupSteps(steps).map((item) =>
    'summary' in item ? [item.summary, ...item.steps.map(({ index }) => index)] : item.index,
  );

test('one reading call stays a line, two are folded', () => {
  expect(outline(read('a'))).toEqual([0]);
  expect(outline(read('a'), read('b'))).toEqual([['Looked at 2 files', 0, 1]]);
});

test('the fold says what was read, searched, listed and checked', () => {
  expect(
    outline(
      read('a'),
      read('a'),
      read('b'),
      call('search_for_files'),
      call('search_in_file'),
      call('ls_dir'),
      call('get_dir_tree', 'b'),
      call('read_lint_errors'),
    ),
  ).toEqual([
    [
      'Looked at 2 files, searched 2 times, listed 2 folders, checked 1 file for problems',
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
    ],
  ]);
  expect(outline(call('search_for_files'), call('search_pathnames_only'))).toEqual([
    ['Searched 2 times', 0, 1],
  ]);
});

test('what the model says, and calls that do more than read, stand between the folds', () => {
  expect(outline(read('a'), read('b'), text, read('c'), call('edit_file'), read('d'), read('e'))).toEqual([
    ['Looked at 2 files', 0, 1],
    2,
    3,
    4,
    ['Looked at 2 files', 5, 6],
  ]);
});

test.each<CallState>(['running', 'waiting', 'failed', 'rejected', 'stopped'])(
  'a call that is %s is not folded',
  (state) => {
    expect(outline(read('a'), read('b'), read('c', state))).toEqual([['Looked at 2 files', 0, 1], 2]);
  },
);

test('what was thought between two reading calls is folded with them, not what is being thought', () => {
  expect(outline(reasoning, read('a'), reasoning, read('b'), reasoning, text)).toEqual([
    0,
    ['Looked at 2 files', 1, 2, 3],
    4,
    5,
  ]);
  expect(outline(read('a'), reasoning)).toEqual([0, 1]);
  expect(outline(read('a'), thinking, read('b'))).toEqual([0, 1, 2]);
});

test('tries in a row are one line, and another model that goes on is another', () => {
  const tried = (attempt: number, model?: string): ShownStep => ({
    kind: 'retry',
    at: attempt,
    notice: {
      attempt,
      maxAttempts: 5,
      waitMs: 9,
      reason: 'Busy.',
      ...(model === undefined ? {} : { model }),
    },
  });
  expect(outline(tried(2), tried(3), tried(4))).toEqual([2]);
  expect(outline(tried(2), tried(3), text, tried(2))).toEqual([1, 2, 3]);
  expect(outline(tried(2), tried(1, 'b/spare'), tried(2), tried(3))).toEqual([0, 1, 3]);
  expect(outline(read('a'), tried(2), tried(3), read('b'))).toEqual([0, 2, 3]);
});
