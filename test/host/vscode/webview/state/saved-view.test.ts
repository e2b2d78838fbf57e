import { expect, test } from 'vitest';
import {
  readKeptDraft,
  readKeptDrafts,
  readSavedView,
  type SavedView,
  writeKeptDrafts,
} from '../../../../../src/host/vscode/webview/state/saved-view.js';

const SAVED = {
  at: 7,
  draft: {
    text: 'a',
    attachments: [
      { kind: 'file', path: '/w/b' },
      { kind: 'file', path: '/w/c', range: { startLine: 7, endLine: 9 } },
      { kind: 'selection', path: '/w/c', range: { startLine: 7, endLine: 7 }, text: 'd' },
      { kind: 'diagnostics' },
    ],
    mentions: [{ label: '@e.ts', ref: { kind: 'file', path: '/w/e.ts' } }],
  },
  scroll: { turn: 'turn 7', offsetPx: -12, isFollowing: false },
};

test('a view that was saved is read again', () => {
  expect(readSavedView(structuredClone(SAVED))).toEqual(SAVED);
});

const DRAFTS = { shown: { key: 'k', id: 't' }, others: { '': { text: 'b', attachments: [], mentions: [] } } };

test('the drafts of other chats are saved and kept with that of the shown one', () => {
  const view = { ...SAVED, drafts: DRAFTS } as SavedView;
  expect(readSavedView(structuredClone(view))).toEqual(view);
  expect(readKeptDraft(writeKeptDrafts(view))).toEqual(SAVED.draft);
  expect(readKeptDrafts(writeKeptDrafts(view))).toEqual(DRAFTS);
  expect(readKeptDrafts(JSON.stringify(SAVED.draft))).toBeUndefined();
});

test.each([
  '{',
  '{"drafts":7}',
  '{"drafts":{"others":[]}}',
  '{"drafts":{"others":{"a":{"text":1}},"shown":7}}',
])('of drafts of other chats that are kept as %j, none is read', (text) => {
  expect(readKeptDrafts(text)?.others ?? {}).toEqual({});
});

test('a view that an earlier version saved is older than any draft that was kept', () => {
  const { at: _at, ...earlier } = SAVED;
  expect(readSavedView(earlier)).toEqual({ ...SAVED, at: 0 });
});

test('a draft that was kept is read again', () => {
  expect(readKeptDraft(JSON.stringify(SAVED.draft))).toEqual(SAVED.draft);
});

test.each(['', '{', '7', '{"text":"a"}', '{"text":"a","attachments":[{"kind":"file"}]}'])(
  'a kept draft %j is nothing',
  (text) => {
    expect(readKeptDraft(text)).toBeUndefined();
  },
);

test.each([
  undefined,
  null,
  'text',
  {},
  { ...SAVED, at: 'now' },
  { ...SAVED, draft: undefined },
  { ...SAVED, draft: { text: 1, attachments: [] } },
  { ...SAVED, draft: { text: 'a', attachments: [{ kind: 'file' }] } },
  { ...SAVED, draft: { text: 'a', attachments: [{ kind: 'file', path: 'b', range: { startLine: 7 } }] } },
  { ...SAVED, draft: { text: 'a', mentions: [{ root: '/w', path: 'b' }] } },
  { ...SAVED, draft: { text: 'a', attachments: [], mentions: [{ label: '@b' }] } },
  { ...SAVED, scroll: { offsetPx: '12', isFollowing: false } },
  { ...SAVED, scroll: { turn: 7, offsetPx: 12, isFollowing: false } },
  // Pixels from the beginning, as earlier versions saved them.
  { ...SAVED, scroll: { top: 12, isFollowing: false } },
  { ...SAVED, scroll: { offsetPx: 12 } },
])('what another version saved (%j) is nothing', (saved) => {
  expect(readSavedView(saved)).toEqual({
    at: 0,
    draft: { text: '', attachments: [], mentions: [] },
    scroll: { offsetPx: 0, isFollowing: true },
  });
});
