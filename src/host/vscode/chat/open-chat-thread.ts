import { CancellationError } from '../../../actors/protocol/errors.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import type { Thread } from '../../engine/thread.js';
import { CHAT_TEXTS } from '../words/editor-words.js';
import type { Chat, ChatEngine } from './chat.js';
import { holdThread, type HoldOptions } from './hold-thread.js';
import { ShownThread } from './shown-thread.js';

type OpenOptions = Omit<HoldOptions, 'show'> & {
  /** Called when the chat has become what others have made of its thread. */
  readonly onRead: () => void;
  readonly isLeft: () => boolean;
};

/**
 * The chat's thread in the engine, which this window holds. It is another one than the chat follows when the engine is, or
 * when others have written to it meanwhile. Errors: those of `holdThread` and of the engine; `CancellationError` when the
 * chat was left meanwhile.
 */
export async function openChatThread(
  chat: Chat,
  engine: ChatEngine,
  { store, askElsewhere, copyThread, onRead, isLeft }: OpenOptions,
): Promise<Thread> {
  const { open, id } = chat;
  const show = (entries: readonly ThreadEntry[]): void => {
    if (entries.at(-1)?.id === chat.shown.last) return;
    chat.shown = new ShownThread();
    for (const entry of entries) chat.shown.add(entry);
    onRead();
  };
  const held = id === undefined ? undefined : await holdThread(id, { store, askElsewhere, copyThread, show });
  if (open?.engine === engine && held?.isUnchanged === true) return open.thread;
  chat.leave();
  // The engine of another host has cancelled its turn, which ends before the thread is read again.
  await open?.thread.turn?.result();
  // What this engine knows of it may be old.
  if (open?.engine === engine) await engine.closeThread(open.thread.id);
  const thread = held === undefined ? engine.createThread() : await engine.openThread(held.id);
  if (isLeft()) throw new CancellationError(CHAT_TEXTS.replaced, {});
  // What is shown may be a branch that others have left.
  if (thread.entries[chat.shown.entries.length - 1]?.id !== chat.shown.last) chat.shown = new ShownThread();
  chat.id = thread.id;
  return thread;
}
