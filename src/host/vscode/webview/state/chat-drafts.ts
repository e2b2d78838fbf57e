import type { ViewChat } from '../../../../actors/protocol/ui.js';
import { type Draft, EMPTY_DRAFT, isEmptyDraft } from './draft.js';

// Nobody comes back to more of them, and each key that is typed saves them all.
const MAX_DRAFTS = 20;

/** What is written in the chats that are not shown. */
export interface ChatDrafts {
  /** The chat whose draft is in the message box. Absent before any is known. */
  readonly shown?: ViewChat;
  /** The drafts of the others, by the ids of their threads, or `''` for a new chat; the newest last. */
  readonly others: Readonly<Record<string, Draft>>;
}

export const NO_DRAFTS: ChatDrafts = { others: {} };

/** The drafts when another chat is shown, and the one in its message box; empty where nothing was written in it. */
export function switchDraft(
  drafts: ChatDrafts,
  draft: Draft,
  chat: ViewChat,
): { readonly draft: Draft; readonly drafts: ChatDrafts } {
  const { shown, others } = drafts;
  if (shown?.key === chat.key && shown.id === chat.id) return { draft, drafts };
  const isSame = shown === undefined || shown.key === chat.key || nameOf(shown) === nameOf(chat);
  if (isSame) return { draft, drafts: { shown: chat, others } };
  const name = nameOf(chat);
  const { [nameOf(shown)]: _older, ...rest } = others;
  const kept = Object.entries(isEmptyDraft(draft) ? rest : { ...rest, [nameOf(shown)]: draft });
  const left = kept.filter(([other]) => other !== name).slice(-MAX_DRAFTS);
  return {
    draft: others[name] ?? EMPTY_DRAFT,
    drafts: { shown: chat, others: Object.fromEntries(left) },
  };
}

function nameOf({ id = '' }: ViewChat): string {
  return id;
}
