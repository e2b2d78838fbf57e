import { expect, test } from 'vitest';
import { readFromView } from '../../../../src/host/vscode/from-view/read-from-view.js';

const file = { kind: 'file', path: '/work/a.ts' };
const range = { startLine: 7, endLine: 9 };
const digest = '0a'.repeat(32);
const written = { description: 'Do it', expectedOutcome: 'It is done' };

test.each([
  { type: 'ready' },
  { type: 'send', message: { text: 'Hi', attachments: [file] } },
  { type: 'send', message: { text: 'Hi', attachments: [] }, whileRunning: 'interrupt' },
  { type: 'stop' },
  { type: 'newChat' },
  { type: 'setMode', mode: 'gather' },
  { type: 'mentionQuery', id: 3, query: '' },
  { type: 'openFile', path: '/work/a.ts' },
  { type: 'openFile', path: '/work/a.ts', line: 7 },
  { type: 'openFile', path: 'a.ts', line: 7, endLine: 9, column: 2 },
  { type: 'openSymbol', name: 'createHost' },
  { type: 'openSymbol', name: '$a._b' },
  { type: 'insertCode', text: 'const a = 1;\n' },
  { type: 'applyCode', text: 'const a = 1;\n' },
  { type: 'focused', isFocused: true },
  { type: 'keepDraft', draft: { at: 7, text: '{"text":"a"}' } },
  { type: 'runInTerminal', text: 'npm test -- --run' },
  { type: 'retry', entry: 'e1' },
  { type: 'resume' },
  {
    type: 'send',
    message: {
      text: 'Hi',
      attachments: [
        { ...file, range },
        { kind: 'folder', path: '/work' },
        { kind: 'selection', path: '/work/a.ts', range, text: 'b' },
        { kind: 'diagnostics' },
        { kind: 'diagnostics', path: '/work/a.ts' },
        { kind: 'output', name: 'make', text: 'c' },
        { kind: 'image', name: 'd.png', mediaType: 'image/png', data: 'ZA==' },
      ],
    },
  },
  { type: 'approval', callId: 'c0', decision: 'deny' },
  { type: 'approval', callId: 'c0', decision: 'deny', reason: 'In the other file.' },
  { type: 'openDiff', callId: 'c0' },
  { type: 'review', action: 'open' },
  { type: 'review', action: 'keep', path: '/w/a.ts' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'thread' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'always' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'files' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'edits' },
  { type: 'command', command: 'selectModel' },
  { type: 'command', command: 'manageTrust' },
  { type: 'withdraw', entry: 'e1' },
  { type: 'attachContent', content: 'terminal' },
  { type: 'setMode', mode: 'plan' },
  { type: 'approvePlan', digest },
  { type: 'approvePlan', digest, without: [2, 3], clears: true },
  { type: 'changePlan', digest, steps: [{ id: 2, ...written }, written] },
  { type: 'carryOutPlan' },
  { type: 'skipStep' },
  { type: 'giveUpPlan' },
  { type: 'pasteCode', text: 'a\nb' },
  {
    type: 'send',
    message: { text: '', attachments: [{ kind: 'output', name: 'make', text: 'c', omittedChars: 3 }] },
  },
])('%j is taken as it is', (message) => {
  expect(readFromView(message)).toEqual(message);
});

test.each([
  undefined,
  null,
  'ready',
  {},
  { type: 'eval', code: '1' },
  { type: 'send' },
  { type: 'send', message: { text: 1, attachments: [] } },
  { type: 'send', message: { text: 'Hi' } },
  { type: 'send', message: { text: 'Hi', attachments: [file, { kind: 'file' }] } },
  { type: 'send', message: { text: 'Hi', attachments: [{ ...file, range: { startLine: 9, endLine: 7 } }] } },
  { type: 'send', message: { text: 'Hi', attachments: [{ kind: 'selection', path: 'a', text: 'b' }] } },
  { type: 'send', message: { text: 'Hi', attachments: [{ kind: 'secret' }] } },
  { type: 'send', message: { text: 'Hi', attachments: [] }, whileRunning: 'kill' },
  { type: 'setMode', mode: 'root' },
  { type: 'withdraw', entry: 7 },
  { type: 'adoptChats', roots: [] },
  { type: 'adoptChats', roots: ['/w', 7] },
  { type: 'showSince', moment: 'm' },
  { type: 'showSince', moment: '', path: '/w/a' },
  { type: 'attachContent', content: 'secrets' },
  { type: 'pasteCode' },
  { type: 'mentionQuery', id: -1, query: 'a' },
  { type: 'mentionQuery', id: 1.5, query: 'a' },
  { type: 'mentionQuery', id: 1, query: ['a'] },
  { type: 'openFile', mention: 'a.ts' },
  { type: 'openFile', path: 7 },
  { type: 'openSymbol', name: '' },
  { type: 'openSymbol', name: 'a b' },
  { type: 'openSymbol', name: 'a.*' },
  { type: 'openSymbol', name: 'a'.repeat(200) },
  { type: 'insertCode', text: '' },
  { type: 'applyCode', text: '' },
  { type: 'focused' },
  { type: 'insertCode', text: 7 },
  { type: 'runInTerminal', text: ' ' },
  { type: 'runInTerminal', text: 'ls\n' },
  { type: 'runInTerminal', text: 'ls\rrm -rf .' },
  { type: 'runInTerminal', text: 'ls\u2028rm' },
  { type: 'runInTerminal', text: '\u0003' },
  { type: 'retry' },
  { type: 'retry', entry: '' },
  { type: 'approval', callId: 'c0', decision: 'always' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'for ever' },
  { type: 'approval', decision: 'deny' },
  { type: 'openDiff', callId: 1 },
  { type: 'approvePlan' },
  { type: 'approvePlan', digest: digest.toUpperCase() },
  { type: 'approvePlan', digest: `${digest}0` },
  { type: 'approvePlan', digest, without: [0] },
  { type: 'approvePlan', digest, without: ['2'] },
  { type: 'changePlan', digest },
  { type: 'changePlan', steps: [written] },
  { type: 'changePlan', digest, steps: [{ ...written, description: ' ' }] },
  { type: 'changePlan', digest, steps: [{ ...written, expectedOutcome: 7 }] },
  { type: 'changePlan', digest, steps: [{ ...written, id: '1' }] },
  { type: 'changePlan', digest, steps: Array.from({ length: 31 }, () => written) },
  { type: 'changePlan', digest, steps: [{ ...written, description: 'x'.repeat(20_001) }] },
  { type: 'review', action: 'delete' },
  { type: 'review', action: 'undo', path: 1 },
  { type: 'command', command: 'workbench.action.terminal.new' },
])('%j is not taken', (message) => {
  expect(readFromView(message)).toBeUndefined();
});

test.each([0, -1, 1.5, '7', null])('a file is opened without the line %j', (line) => {
  expect(readFromView({ type: 'openFile', path: 'a', line })).toEqual({ type: 'openFile', path: 'a' });
});

test('what a message has besides is left out', () => {
  expect(readFromView({ type: 'stop', more: 1 })).toEqual({ type: 'stop' });
  const attachments = [{ ...file, more: 1 }];
  expect(readFromView({ type: 'send', message: { text: 'Hi', attachments } })).toEqual({
    type: 'send',
    message: { text: 'Hi', attachments: [file] },
  });
});

test.each([
  ['  Not there.\n', 'Not there.'],
  ['x'.repeat(5_000), 'x'.repeat(2_000)],
])('the reason of a denial is trimmed and bounded', (given, reason) => {
  const denial = { type: 'approval', callId: 'c0', decision: 'deny' };
  expect(readFromView({ ...denial, reason: given })).toEqual({ ...denial, reason });
});

test.each([7, '', '  ', null])('a denial counts without the reason %j', (reason) => {
  const denial = { type: 'approval', callId: 'c0', decision: 'deny' };
  expect(readFromView({ ...denial, reason })).toEqual(denial);
});

test.each([3, 0, 'x'])('a file is opened at its line without the last line %j', (endLine) => {
  expect(readFromView({ type: 'openFile', path: 'a', line: 7, endLine })).toEqual({
    type: 'openFile',
    path: 'a',
    line: 7,
  });
});
