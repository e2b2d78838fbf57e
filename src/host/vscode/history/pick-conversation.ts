import { window } from 'vscode';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadStore } from '../../../actors/protocol/thread-store.js';
import { listConversations } from './conversation-rows.js';
import { CHATS_TEXTS } from '../words/command-words.js';

/** Asks which conversation of this window's folder to open. Resolves to `undefined` when none is chosen. */
export async function pickConversation(
  store: Pick<ThreadStore, 'list'>,
  current: ThreadId | undefined,
): Promise<ThreadId | undefined> {
  const rows = listConversations(await store.list(), current, Date.now());
  if (rows.length === 0) {
    void window.showInformationMessage(CHATS_TEXTS.none);
    return undefined;
  }
  const chosen = await window.showQuickPick(rows, {
    title: CHATS_TEXTS.openTitle,
    placeHolder: CHATS_TEXTS.openPlaceholder,
    matchOnDescription: true,
  });
  return chosen?.id;
}
