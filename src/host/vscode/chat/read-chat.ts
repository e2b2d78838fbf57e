import { ThreadStoreError } from '../../../actors/protocol/errors.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { type Clock, sleep } from '../../../actors/runtime/clock.js';
import { checkEntries } from '../../../actors/threads/check-entries.js';
import { toErrorRecord } from '../../../machines/to-error-record.js';
import type { Chat } from './chat.js';
import type { ChatSessionOptions, ChatStore } from './chat-session-options.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

// The process of a window that is being reloaded may still record what it interrupted. It has 5 s at most; after this
// long a person would think that nothing happens.
const MAX_WAIT_FOR_WRITER_MS = 2_000;
const WRITER_POLL_MS = 50;

type ReadOptions = Pick<ChatSessionOptions, 'clock' | 'store' | 'onProblem'>;

/** Reads the conversation of an earlier window, if there was one, as `readChat` does. */
export async function readLastChat(
  chat: Chat,
  options: ReadOptions & Pick<ChatSessionOptions, 'last'>,
): Promise<void> {
  const id = await options.last.read().catch((error: unknown) => {
    showUnread(chat, undefined, error, options);
    return undefined;
  });
  if (id !== undefined) await readChat(chat, id, options);
}

/** Reads a conversation from the store. Never rejects: the chat shows why it cannot be read. */
export async function readChat(chat: Chat, id: ThreadId, options: ReadOptions): Promise<void> {
  const { store, clock } = options;
  try {
    await waitForWriter(id, store, clock);
    const entries: ThreadEntry[] = [];
    for await (const entry of store.read(id)) entries.push(entry);
    if (entries.length === 0) return;
    checkEntries(id, entries);
    for (const entry of entries) chat.shown.add(entry);
    chat.id = id;
  } catch (error) {
    showUnread(chat, id, error, options);
  }
}

function showUnread(
  chat: Chat,
  id: ThreadId | undefined,
  error: unknown,
  { onProblem }: Pick<ReadOptions, 'onProblem'>,
): void {
  onProblem('The chat could not be read', error);
  const reason = messageOf(error);
  const problem = CHAT_TEXTS.notReadBecause(reason);
  const failure = new ThreadStoreError(problem, { thread: id ?? '' });
  chat.outgoing = [{ cancel: new AbortController(), error: toErrorRecord(failure) }];
}

async function waitForWriter(id: ThreadId, store: ChatStore, clock: Clock): Promise<void> {
  const end = clock.now() + MAX_WAIT_FOR_WRITER_MS;
  while ((await store.isHeldElsewhere(id)) && clock.now() < end) await sleep(clock, WRITER_POLL_MS);
}
