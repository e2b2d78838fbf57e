import { expect, test } from 'vitest';
import {
  readComposerKey,
  type ComposerSituation,
  type Key,
} from '../../../../../../src/host/vscode/webview/components/composer/read-composer-key.js';
import type { LocalAction } from '../../../../../../src/host/vscode/webview/state/action.js';

const CALM: ComposerSituation = {
  hits: 0,
  active: 0,
  isSearching: false,
  isRunning: false,
  isEmpty: false,
  approvable: undefined,
};
const LISTED: ComposerSituation = { ...CALM, hits: 3, active: 1, isSearching: true, isRunning: true };
const ASKED: ComposerSituation = { ...CALM, isRunning: true, isEmpty: true, approvable: 'c1' };
const STOP: LocalAction = { type: 'tell', message: { type: 'stop' } };
const APPROVE: LocalAction = {
  type: 'tell',
  message: { type: 'approval', callId: 'c1', decision: 'approve' },
};

const press = (key: string, fields: Partial<Key> = {}): Key => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
  keyCode: 0,
  ...fields,
});

test.each<[what: string, key: Key, situation: ComposerSituation, action: LocalAction | undefined]>([
  ['Enter sends', press('Enter'), CALM, { type: 'sendDraft' }],
  [
    'Enter sends while nothing was found',
    press('Enter'),
    { ...CALM, isSearching: true },
    { type: 'sendDraft' },
  ],
  ['Shift+Enter starts a line', press('Enter', { shiftKey: true }), CALM, undefined],
  ['Shift+Enter starts a line in a list too', press('Enter', { shiftKey: true }), LISTED, undefined],
  ['Enter of an input method is its own', press('Enter', { isComposing: true }), CALM, undefined],
  ['Enter of an input method chooses nothing', press('Enter', { isComposing: true }), LISTED, undefined],
  ['Escape of an input method is its own', press('Escape', { isComposing: true }), LISTED, undefined],
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
  ['Ctrl+Enter approves what is asked', press('Enter', { ctrlKey: true }), ASKED, APPROVE],
  ['Cmd+Enter approves what is asked', press('Enter', { metaKey: true }), ASKED, APPROVE],
  [
    'Ctrl+Enter that is held down approves nothing',
    press('Enter', { ctrlKey: true, repeat: true }),
    ASKED,
    undefined,
  ],
  ['Ctrl+Enter is nothing else', press('Enter', { ctrlKey: true }), CALM, undefined],
  ['Enter approves nothing', press('Enter'), ASKED, { type: 'sendDraft' }],
  ['a letter is a letter', press('a'), LISTED, undefined],
])('%s', (_what, key, situation, action) => {
  expect(readComposerKey(key, situation)).toEqual(action);
});
