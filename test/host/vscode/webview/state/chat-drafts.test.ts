import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ViewChat } from '../../../../../src/actors/protocol/ui.js';
import { NO_DRAFTS, switchDraft } from '../../../../../src/host/vscode/webview/state/chat-drafts.js';
import { type Draft, EMPTY_DRAFT } from '../../../../../src/host/vscode/webview/state/draft.js';

const draftOf = (text: string): Draft => ({
  ...EMPTY_DRAFT,
  text,
  attachments: [{ kind: 'file', path: `/w/${text}` }],
});
const A: ViewChat = { key: '1', id: 'a' };
const NEW: ViewChat = { key: '2' };

test('a new chat begins empty, and the draft of the one before is there when it is shown again', () => {
  const began = switchDraft(NO_DRAFTS, draftOf('for a'), A);
  const empty = switchDraft(began.drafts, began.draft, NEW);
  expect(empty.draft).toEqual(EMPTY_DRAFT);
  // Another window, or the same one after a restart, shows the thread as another chat.
  const back = switchDraft(empty.drafts, draftOf('for a new one'), { key: '3', id: 'a' });
  expect(back.draft).toEqual(draftOf('for a'));
  expect(switchDraft(back.drafts, back.draft, { key: '4' }).draft).toEqual(draftOf('for a new one'));
});

test('a chat that gets its thread keeps what is written meanwhile', () => {
  const began = switchDraft(NO_DRAFTS, draftOf('next'), NEW);
  const named = switchDraft(began.drafts, began.draft, { ...NEW, id: 'n' });
  expect(named.draft).toEqual(draftOf('next'));
  expect(switchDraft(named.drafts, named.draft, { key: '9' }).draft).toEqual(EMPTY_DRAFT);
});

test('a chat has the draft that was written in it last, whatever else is shown meanwhile', () => {
  const step = fc.record({
    chat: fc.constantFrom('a', 'b', 'c', ''),
    text: fc.constantFrom('', 'one', 'two'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const written = new Map<string, Draft>();
      let now = { draft: EMPTY_DRAFT, drafts: NO_DRAFTS };
      for (const [index, { chat, text }] of steps.entries()) {
        now = switchDraft(now.drafts, now.draft, {
          key: String(index),
          ...(chat === '' ? {} : { id: chat }),
        });
        expect(now.draft).toEqual(written.get(chat) ?? EMPTY_DRAFT);
        now = { ...now, draft: text === '' ? EMPTY_DRAFT : draftOf(text) };
        written.set(chat, now.draft);
      }
    }),
  );
});

test('the newest twenty drafts of other chats are kept', () => {
  let now = { draft: EMPTY_DRAFT, drafts: NO_DRAFTS };
  for (let index = 0; index < 30; index += 1) {
    now = switchDraft(now.drafts, now.draft, { key: String(index), id: `t${index}` });
    now = { ...now, draft: draftOf(String(index)) };
  }
  expect(Object.keys(now.drafts.others)).toHaveLength(20);
  expect(Object.keys(now.drafts.others).at(-1)).toBe('t28');
});
