import { ThreadStoreError } from '../../../actors/protocol/errors.js';
import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { findOpenTurn } from '../../../actors/threads/open-turn.js';
import { CHAT_TEXTS } from '../words/editor-words.js';
import type { ChatSessionOptions } from './chat-session-options.js';

export type HoldOptions = Pick<ChatSessionOptions, 'askElsewhere' | 'copyThread'> & {
  readonly store: Pick<ChatSessionOptions['store'], 'read' | 'claim' | 'take'>;
  /** Shows what the thread has become, before the person is asked. */
  readonly show: (entries: readonly ThreadEntry[]) => void;
};

/** The thread with which a chat goes on. */
export interface HeldThread {
  readonly id: ThreadId;
  /** Whether nobody else can have written to it since this window held it before. */
  readonly isUnchanged: boolean;
}

/**
 * Makes this window the one that writes to a thread. Where another window or program is, the person decides: the thread goes
 * on here, and the other one is asked before it goes on; or a copy does.
 * Errors: `ThreadStoreError` when the person wants neither; those of the store.
 */
export async function holdThread(id: ThreadId, options: HoldOptions): Promise<HeldThread> {
  const { store, show, askElsewhere, copyThread } = options;
  const read = async (): Promise<readonly ThreadEntry[]> => {
    const entries: ThreadEntry[] = [];
    for await (const entry of store.read(id)) entries.push(entry);
    return entries;
  };
  for (;;) {
    const claim = await store.claim(id);
    if (claim !== 'elsewhere') return { id, isUnchanged: claim === 'held' };
    const entries = await read();
    show(entries);
    const answer = await askElsewhere(isRunning(entries));
    if (answer === undefined) throw new ThreadStoreError(CHAT_TEXTS.elsewhere, { thread: id });
    if (answer === 'copy') return { id: await copyThread(id), isUnchanged: false };
    // A turn may have begun there while the question stood.
    if (await store.take(id, async () => isRunning(await read()))) return { id, isUnchanged: false };
  }
}

function isRunning(entries: readonly ThreadEntry[]): boolean {
  // A message comes right before its turn.
  return entries.at(-1)?.kind === 'user_message' || findOpenTurn(branchTo(entries)) !== undefined;
}
