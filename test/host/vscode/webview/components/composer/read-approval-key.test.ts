import { expect, test } from 'vitest';
import { readApprovalKey } from '../../../../../../src/host/vscode/webview/components/composer/read-approval-key.js';

const KEY = {
  key: 'Enter',
  shiftKey: false,
  ctrlKey: true,
  altKey: false,
  metaKey: false,
  repeat: false,
};
const APPROVE = { type: 'approval', callId: 'c1', decision: 'approve' };
const DENY = { type: 'approval', callId: 'c1', decision: 'deny' };

test.each([
  ['Ctrl+Enter approves', {}, false, APPROVE],
  ['Cmd+Enter approves', { ctrlKey: false, metaKey: true }, false, APPROVE],
  ['Ctrl+Enter in a text sends it', {}, true, undefined],
  ['Ctrl+Backspace denies', { key: 'Backspace' }, false, DENY],
  ['Ctrl+Backspace in a text deletes a word', { key: 'Backspace' }, true, undefined],
  ['Ctrl+Enter that is held down approves nothing', { repeat: true }, false, undefined],
  ['Enter alone approves nothing', { ctrlKey: false }, false, undefined],
  ['Ctrl+Shift+Enter approves nothing', { shiftKey: true }, false, undefined],
] as const)('%s', (_what, fields, isInText, expected) => {
  expect(readApprovalKey({ ...KEY, ...fields }, 'c1', isInText)).toEqual(expected);
  expect(readApprovalKey({ ...KEY, ...fields }, undefined, isInText)).toBeUndefined();
});
