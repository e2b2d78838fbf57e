import { expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { describeLoss } from '../../../../src/host/vscode/history/leave-question.js';

const terminal = (id: string, isBusy: boolean, lastCommand?: string) => ({
  id,
  cwd: '/work' as AbsPath,
  isBusy,
  lastCommand,
});

test('a conversation in which nothing runs is left without a question', () => {
  expect(describeLoss(false, [])).toBeUndefined();
  expect(describeLoss(false, [terminal('1', false, 'ls')])).toBeUndefined();
});

test('what would end with a conversation is named', () => {
  expect(describeLoss(true, [])).toBe(
    'Troupe is still working in this chat. Leaving it ends that; the chat itself is kept.',
  );
  expect(describeLoss(false, [terminal('1', true, 'npm start'), terminal('2', true)])).toBe(
    'Its terminals still run npm start, terminal 2. Leaving it ends that; the chat itself is kept.',
  );
});
