import { expect, test } from 'vitest';
import { readFromView } from '../../../../src/host/vscode/chat/from-view.js';

const mention = { root: '/work', path: 'a.ts' };

test.each([
  { type: 'ready' },
  { type: 'send', message: { text: 'Hi', mentions: [mention] } },
  { type: 'stop' },
  { type: 'newChat' },
  { type: 'setMode', mode: 'gather' },
  { type: 'mentionQuery', id: 3, query: '' },
  { type: 'openFile', mention },
  { type: 'openFile', mention, line: 7 },
  { type: 'send', message: { text: 'Hi', mentions: [{ ...mention, line: 7 }] } },
  { type: 'approval', callId: 'c0', decision: 'deny' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'thread' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'always' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'files' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'edits' },
  { type: 'command', command: 'selectModel' },
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
  { type: 'send', message: { text: 1, mentions: [] } },
  { type: 'send', message: { text: 'Hi' } },
  { type: 'send', message: { text: 'Hi', mentions: [mention, { root: '/work' }] } },
  { type: 'setMode', mode: 'root' },
  { type: 'mentionQuery', id: -1, query: 'a' },
  { type: 'mentionQuery', id: 1.5, query: 'a' },
  { type: 'mentionQuery', id: 1, query: ['a'] },
  { type: 'openFile', mention: 'a.ts' },
  { type: 'approval', callId: 'c0', decision: 'always' },
  { type: 'approval', callId: 'c0', decision: 'approve', remember: 'for ever' },
  { type: 'approval', decision: 'deny' },
  { type: 'command', command: 'workbench.action.terminal.new' },
])('%j is not taken', (message) => {
  expect(readFromView(message)).toBeUndefined();
});

test.each([0, -1, 1.5, '7', null])('a file is opened without the line %j', (line) => {
  expect(readFromView({ type: 'openFile', mention, line })).toEqual({ type: 'openFile', mention });
});

test.each([0, -1, 1.5, '7', null])('a file is mentioned without the line %j', (line) => {
  const message = { text: 'Hi', mentions: [{ ...mention, line }] };
  expect(readFromView({ type: 'send', message })).toEqual({
    type: 'send',
    message: { text: 'Hi', mentions: [mention] },
  });
});

test('what a message has besides is left out', () => {
  expect(readFromView({ type: 'stop', more: 1 })).toEqual({ type: 'stop' });
  expect(readFromView({ type: 'openFile', mention: { ...mention, more: 1 } })).toEqual({
    type: 'openFile',
    mention,
  });
});
