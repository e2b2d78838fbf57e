import { expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { askAboutTerminals } from '../../../../src/host/vscode/history/ask-about-terminals.js';

const terminal = (id: string, isBusy: boolean, lastCommand?: string) => ({
  id,
  cwd: '/work' as AbsPath,
  isBusy,
  lastCommand,
});

test('a chat in whose terminals nothing runs is left without a question', () => {
  expect(askAboutTerminals('leave', [])).toBeUndefined();
  expect(askAboutTerminals('leave', [terminal('1', false, 'ls')])).toBeUndefined();
});

test('the question names what runs, and says what becomes of the chat', () => {
  const terminals = [terminal('1', true, 'npm start'), terminal('2', true), terminal('3', false, 'ls')];
  expect(askAboutTerminals('leave', terminals)).toEqual({
    why: 'leave',
    detail: 'Its terminals still run npm start, terminal 2. The chat itself is kept.',
    count: 2,
  });
  expect(askAboutTerminals('delete', terminals.slice(0, 1))).toEqual({
    why: 'delete',
    detail: 'Its terminals still run npm start. The chat itself goes to the trash.',
    count: 1,
  });
});
