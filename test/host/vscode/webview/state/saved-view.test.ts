import { expect, test } from 'vitest';
import { readSavedView } from '../../../../../src/host/vscode/webview/state/saved-view.js';

const SAVED = {
  draft: {
    text: 'a',
    mentions: [
      { root: '/w', path: 'b' },
      { root: '/w', path: 'c', line: 7 },
    ],
  },
  scroll: { top: 12, isFollowing: false },
};

test('a view that was saved is read again', () => {
  expect(readSavedView(structuredClone(SAVED))).toEqual(SAVED);
});

test.each([
  undefined,
  null,
  'text',
  {},
  { ...SAVED, draft: undefined },
  { ...SAVED, draft: { text: 1, mentions: [] } },
  { ...SAVED, draft: { text: 'a', mentions: [{ root: '/w' }] } },
  { ...SAVED, draft: { text: 'a', mentions: [{ root: '/w', path: 'b', line: '7' }] } },
  { ...SAVED, scroll: { top: '12', isFollowing: false } },
  { ...SAVED, scroll: { top: 12 } },
])('what another version saved (%j) is nothing', (saved) => {
  expect(readSavedView(saved)).toEqual({
    draft: { text: '', mentions: [] },
    scroll: { top: 0, isFollowing: true },
  });
});
