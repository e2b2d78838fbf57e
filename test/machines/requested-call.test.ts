import { readArguments } from '../../src/actors/protocol/json/read-arguments.js';
import { describe, expect, test } from 'vitest';
import { type RequestedCall, findStartableCalls, readCalls } from '../../src/machines/requested-call.js';
import { NO_STREAK } from '../../src/machines/repeats.js';
import type { ToolTable } from '../../src/machines/tool-info.js';

const TOOLS: ToolTable = new Map([
  ['r', { name: 'r', category: 'Read file', isReadOnly: true }],
  ['w', { name: 'w', category: 'File edits', isReadOnly: false }],
]);

/** Calls from a word: a letter names the tool, `!` behind it means started, `.` finished. */
function calls(word: string): readonly RequestedCall[] {
  return [...word.matchAll(/([a-z])([!.]?)/g)].map(([, name = '', mark = ''], index) => ({
    call: { id: `c${index}`, name, arguments: '' },
    streak: NO_STREAK,
    isStarted: mark !== '',
    isRecorded: false,
    result: mark === '.' ? { outcome: 'success', success: true, output: '' } : undefined,
  }));
}

describe('the calls that may start next', () => {
  test.each([
    ['r', 0, 1],
    ['rrr', 0, 3],
    ['rrwr', 0, 2],
    ['r!r.wr', 0, 0],
    ['r.r.wr', 2, 3],
    ['r.r.w!r', 0, 0],
    ['r.r.w.r', 3, 4],
    ['wr', 0, 1],
    ['ww', 0, 1],
    ['w.w', 1, 2],
    ['xrx', 0, 3],
    ['w.r.', 0, 0],
    ['rr.r', 0, 1],
    ['', 0, 0],
  ])('of %s are those from %i to %i', (word, from, to) => {
    expect(findStartableCalls(calls(word), TOOLS)).toEqual({ from, to });
  });
});

test('ids that are empty or taken are replaced', () => {
  const ids = ['', 'x', 'x', '', 'x_2', 'old'].map((id) => ({ id, name: 'r', arguments: '' }));
  expect(readCalls(ids, NO_STREAK, new Set(['old'])).map(({ call }) => call.id)).toEqual([
    'call',
    'x',
    'x_2',
    'call_2',
    'x_2_2',
    'old_2',
  ]);
});

test('arguments that are no JSON are shown as they are', () => {
  expect(readArguments('{"a":1}')).toEqual({ a: 1 });
  expect(readArguments('{"a":')).toBe('{"a":');
});
