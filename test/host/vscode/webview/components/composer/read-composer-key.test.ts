import { expect, test } from 'vitest';
import {
  readComposerKey,
  type ComposerSituation,
  type ComposerKeyEvent,
} from '../../../../../../src/host/vscode/webview/components/composer/read-composer-key.js';
import type { LocalAction } from '../../../../../../src/host/vscode/webview/state/action.js';

const CALM: ComposerSituation = {
  hits: 0,
  active: 0,
  isSearching: false,
  isRunning: false,
  isEmpty: false,
  isRecalled: false,
  isFirstLine: true,
  isLastLine: true,
};
const LISTED: ComposerSituation = { ...CALM, hits: 3, active: 1, isSearching: true, isRunning: true };
const ASKED: ComposerSituation = { ...CALM, isRunning: true, isEmpty: true };
const RECALLED: ComposerSituation = { ...CALM, isRecalled: true };
const STOP: LocalAction = { type: 'tell', message: { type: 'stop' } };

const OLDER: LocalAction = { type: 'recall', move: 'older' };

const press = (key: string, fields: Partial<ComposerKeyEvent> = {}): ComposerKeyEvent => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...fields,
});

test.each<
  [what: string, key: ComposerKeyEvent, situation: ComposerSituation, action: LocalAction | undefined]
>([
  ['Enter sends', press('Enter'), CALM, { type: 'sendDraft' }],
  [
    'Enter sends while nothing was found',
    press('Enter'),
    { ...CALM, isSearching: true },
    { type: 'sendDraft' },
  ],
  ['Shift+Enter starts a line', press('Enter', { shiftKey: true }), CALM, undefined],
  ['Shift+Enter starts a line in a list too', press('Enter', { shiftKey: true }), LISTED, undefined],
  ['Enter chooses', press('Enter'), LISTED, { type: 'chooseHit', index: 1 }],
  ['Tab chooses', press('Tab'), LISTED, { type: 'chooseHit', index: 1 }],
  ['Tab goes on where there is no list', press('Tab'), CALM, undefined],
  ['Shift+Tab goes back', press('Tab', { shiftKey: true }), LISTED, undefined],
  ['Escape closes the list first', press('Escape'), LISTED, { type: 'closeSearch' }],
  [
    'Ctrl+Enter interrupts a turn',
    press('Enter', { ctrlKey: true }),
    { ...CALM, isRunning: true },
    { type: 'sendDraft', interrupts: true },
  ],
  [
    'Ctrl+Enter sends no empty message',
    press('Enter', { ctrlKey: true }),
    { ...CALM, isRunning: true, isEmpty: true },
    undefined,
  ],
  ['Ctrl+Enter interrupts nothing where nothing runs', press('Enter', { ctrlKey: true }), CALM, undefined],
  ['Escape stops a turn', press('Escape'), { ...CALM, isRunning: true }, STOP],
  ['Escape is nothing else', press('Escape'), CALM, undefined],
  ['Down goes to the next', press('ArrowDown'), LISTED, { type: 'moveChoice', move: 'next' }],
  ['Up goes to the one before', press('ArrowUp'), LISTED, { type: 'moveChoice', move: 'previous' }],
  ['Home goes to the first', press('Home'), LISTED, { type: 'moveChoice', move: 'first' }],
  ['End goes to the last', press('End'), LISTED, { type: 'moveChoice', move: 'last' }],
  ['PageDown goes on a page', press('PageDown'), LISTED, { type: 'moveChoice', move: 'pageDown' }],
  ['PageUp goes back a page', press('PageUp'), LISTED, { type: 'moveChoice', move: 'pageUp' }],
  ['Home stays the start of the line without a list', press('Home'), CALM, undefined],
  ['Alt+Up is for others', press('ArrowUp', { altKey: true }), LISTED, undefined],
  ['Ctrl+Enter is left to what is asked', press('Enter', { ctrlKey: true }), ASKED, undefined],
  ['Ctrl+Backspace is left to what is asked', press('Backspace', { ctrlKey: true }), ASKED, undefined],
  ['Up in an empty box brings back what was sent', press('ArrowUp'), { ...CALM, isEmpty: true }, OLDER],
  ['Up in a text moves the caret', press('ArrowUp'), CALM, undefined],
  ['Up again brings back what was sent before that', press('ArrowUp'), RECALLED, OLDER],
  ['Up in a later line moves the caret', press('ArrowUp'), { ...RECALLED, isFirstLine: false }, undefined],
  ['Down goes back to what is newer', press('ArrowDown'), RECALLED, { type: 'recall', move: 'newer' }],
  [
    'Down in an earlier line moves the caret',
    press('ArrowDown'),
    { ...RECALLED, isLastLine: false },
    undefined,
  ],
  ['Ctrl+Enter is nothing else', press('Enter', { ctrlKey: true }), CALM, undefined],
  ['Enter approves nothing', press('Enter'), ASKED, { type: 'sendDraft' }],
  ['a letter is a letter', press('a'), LISTED, undefined],
])('%s', (_what, key, situation, action) => {
  expect(readComposerKey(key, situation)).toEqual(action);
});
