import { CancellationError } from '../../../actors/protocol/errors.js';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import { Chat } from './chat.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

/** The chat that is shown, and those that were left while their turns ran, which go on. */
export class OpenChats {
  #shown = new Chat();
  readonly #background = new Set<Chat>();
  readonly #release: (thread: ThreadId) => Promise<void>;
  /** Resolves when the chats that have ended are stored. Never rejects. */
  #closing: Promise<void> = Promise.resolve();

  /** `release`: called when nothing more is stored in a thread. */
  constructor(release: (thread: ThreadId) => Promise<void>) {
    this.#release = release;
  }

  get shown(): Chat {
    return this.#shown;
  }

  get background(): readonly Chat[] {
    return [...this.#background];
  }

  get all(): readonly Chat[] {
    return [this.#shown, ...this.#background];
  }

  /** Resolves when the chats that have ended are stored. Never rejects. */
  get closing(): Promise<void> {
    return this.#closing;
  }

  /** Whether a turn runs in any of them, or a message is on its way. */
  get isBusy(): boolean {
    return this.all.some(({ activity, open }) => activity.isRunning || open?.thread.turn !== undefined);
  }

  has(chat: Chat): boolean {
    return this.#shown === chat || this.#background.has(chat);
  }

  find(id: ThreadId | undefined): Chat | undefined {
    return this.all.find((chat) => chat.id === id);
  }

  /** Shows an empty chat. A turn that runs goes on, unless it is to end. */
  leave({ isEnded = false } = {}): void {
    const left = this.#shown;
    this.#shown = new Chat();
    if (left.activity.isRunning && !isEnded) this.#background.add(left);
    else this.end(left);
  }

  /** Shows a chat of the background again. */
  bringBack(chat: Chat): void {
    this.#background.delete(chat);
    this.#shown = chat;
  }

  /** Forgets a chat that is not shown, once nothing of it runs. */
  endIfOver(chat: Chat): void {
    if (this.#background.has(chat) && chat.isOver) this.end(chat);
  }

  /** Cancels the turn of a chat that is not shown any more, and forgets the chat. */
  end(chat: Chat): void {
    this.#background.delete(chat);
    const { open, id } = chat;
    for (const { cancel } of chat.outgoing) cancel.abort(new CancellationError(CHAT_TEXTS.stopped, {}));
    chat.leave();
    if (open === undefined || id === undefined) return;
    const closed = open.engine.closeThread(id).then(() => this.#release(id));
    this.#closing = Promise.all([this.#closing, closed.catch(() => undefined)]).then(() => undefined);
  }

  /**
   * Interrupts all turns before the window closes, and forgets all chats. Resolves when what the models had said is
   * stored.
   */
  async interrupt(): Promise<void> {
    const chats = this.all;
    const threads = chats.flatMap(({ open }) => (open === undefined ? [] : [open.thread]));
    for (const chat of chats) {
      for (const { cancel } of chat.outgoing) cancel.abort(new CancellationError(CHAT_TEXTS.closed, {}));
      chat.leave();
    }
    this.#background.clear();
    this.#shown = new Chat();
    // A thread that cannot be stored was reported when that happened.
    await Promise.all(threads.map((thread) => thread.interrupt().catch(() => undefined)));
  }
}
