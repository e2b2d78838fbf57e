import type { AgentMode } from '../../../actors/protocol/agent.js';
import { CancellationError } from '../../../actors/protocol/errors.js';
import type { Usage } from '../../../actors/protocol/llm.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import type { UserMessage, ViewThread } from '../../../actors/protocol/ui.js';
import { orAbort } from '../../../actors/runtime/abort.js';
import type { ThreadEvent } from '../../../actors/threads/thread-record.js';
import { toErrorRecord } from '../../../machines/to-error-record.js';
import type { AnswerOptions } from '../../engine/approvals.js';
import type { SendOptions, Thread } from '../../engine/thread.js';
import { Chat, type ChatActivity, type ChatEngine, type Outgoing } from './chat.js';
import type { ChatSessionOptions } from './chat-session-options.js';
import { type Continuation, resumeTurn, retryMessage } from './continue-turn.js';
import { EventFrames } from './event-frames.js';
import { readChat, readLastChat } from './read-chat.js';
import { ShownThread } from './shown-thread.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

type WhileRunning = NonNullable<SendOptions['whileRunning']>;

/**
 * The conversation that the view shows: a thread, whichever engine has it and whether or not a view is open. What the
 * view gets are the thread's entries and live events; messages that are not in the thread yet are all that it adds.
 */
export class ChatSession {
  readonly #options: ChatSessionOptions;
  readonly #frames: EventFrames;
  #chat = new Chat();
  #chosenMode: AgentMode | undefined;
  #isWaiting = false;
  /** Resolves when the conversation before is stored. Never rejects. */
  #closing: Promise<void> = Promise.resolve();
  /** Resolves when the conversation of an earlier window is there. Never rejects. */
  readonly restored: Promise<void>;
  /** Resolves when every message so far is in the thread, or has failed. Never rejects. */
  #sending: Promise<void>;

  constructor(options: ChatSessionOptions) {
    this.#options = options;
    this.#chosenMode = options.chosenMode;
    this.#frames = new EventFrames(options.clock, (events) => {
      options.post({ type: 'events', events });
    });
    this.restored = readLastChat(this.#chat, options);
    this.#sending = this.restored;
  }

  /** The mode that the person chose; `undefined` while the setting decides. */
  get chosenMode(): AgentMode | undefined {
    return this.#chosenMode;
  }

  /** The usage of the newest request. */
  get lastUsage(): Usage | undefined {
    const reply = this.#chat.shown.branch.findLast(({ kind }) => kind === 'reply');
    return reply?.kind === 'reply' ? reply.usage : undefined;
  }

  /** The thread that is shown; `undefined` before its first message. */
  get threadId(): ThreadId | undefined {
    return this.#chat.id;
  }

  /** The thread in the engine; `undefined` before its first message of this window. */
  get thread(): Thread | undefined {
    return this.#chat.open?.thread;
  }

  get activity(): ChatActivity {
    return this.#chat.activity;
  }

  chooseMode(mode: AgentMode | undefined): void {
    this.#chosenMode = mode;
    this.#options.saveMode(mode);
  }

  /** The whole conversation, for a view that starts now. Drops the waiting events, which it includes. */
  catchUp(): ViewThread {
    this.#frames.drop();
    const { shown, running, unsent } = this.#chat;
    return { entries: shown.branch, live: shown.live, isRunning: running !== undefined, unsent };
  }

  /**
   * Sends a message. Resolves when it is stored, or has failed; the view shows which. A running turn gets it at its next
   * step, or is interrupted by it. Never rejects. Does nothing with an empty message. Default for `mode`: the chosen one.
   */
  send(message: UserMessage, whileRunning: WhileRunning = 'queue', mode?: AgentMode): Promise<void> {
    if (message.text.trim() === '' && message.attachments.length === 0) {
      this.#postUnsent();
      return Promise.resolve();
    }
    const chat = this.#chat;
    const outgoing: Outgoing = { message, cancel: new AbortController() };
    chat.outgoing = [...chat.outgoing.filter(({ error }) => error === undefined), outgoing];
    this.#postUnsent();
    this.#sending = this.#sending.then(() => this.#deliver(chat, outgoing, message, whileRunning, mode));
    return this.#sending;
  }

  /**
   * Takes back a message that waits for the model; the entries say whether that was in time.
   * Errors: the reason why the thread cannot be opened or stored.
   */
  async withdraw(message: EntryId): Promise<void> {
    const chat = this.#chat;
    if (chat.open === undefined) {
      await this.#sending;
      await this.#openThread(chat, await this.#options.openEngine());
    }
    await chat.open?.thread.withdraw(message);
  }

  /**
   * Sends a message of the conversation again, in its own place. Resolves when it is stored, or has failed; the view
   * shows which. Never rejects. Does nothing while a turn runs.
   */
  retry(entry: EntryId): Promise<void> {
    const begin = retryMessage(this.#chat.shown.branch, entry);
    return begin === undefined ? Promise.resolve() : this.#goOn(begin);
  }

  /** Goes on with the last turn, which was interrupted. Resolves, and does nothing, as `retry` does. */
  resume(): Promise<void> {
    const chat = this.#chat;
    return this.#goOn((thread, options) => {
      chat.running = resumeTurn(thread, options)?.id;
      return Promise.resolve();
    });
  }

  /** Cancels the running turn, whose text so far is kept, and the messages that are on their way. */
  stop(): void {
    for (const { cancel } of this.#chat.outgoing) cancel.abort(new CancellationError(CHAT_TEXTS.stopped, {}));
    this.#chat.open?.thread.cancel();
  }

  /** Starts an empty conversation; the one before stays in the store. Cancels the running turn. */
  newChat(): void {
    this.#leaveChat();
    void this.#remember(undefined);
  }

  /**
   * Shows a conversation of the store. Cancels the running turn of the one before. Resolves once it is shown, or the
   * view shows why it cannot be read. Never rejects.
   */
  async open(id: ThreadId): Promise<void> {
    if (id === this.#chat.id) return;
    this.#leaveChat();
    const chat = this.#chat;
    const reading = this.#closing.then(() => readChat(chat, id, this.#options));
    this.#sending = this.#sending.then(() => reading);
    await reading;
    if (this.#chat !== chat) return;
    this.#options.postState();
    await this.#remember(chat.id);
  }

  respondToApproval(callId: string, decision: 'approve' | 'deny', options: AnswerOptions = {}): void {
    this.#chat.open?.thread.respondToApproval(callId, decision, options);
  }

  /**
   * Interrupts the running turn before the window closes, and ignores all later events. Resolves when what the model had
   * said is stored.
   */
  async close(): Promise<void> {
    const chat = this.#chat;
    const { open, outgoing } = chat;
    for (const { cancel } of outgoing) cancel.abort(new CancellationError(CHAT_TEXTS.closed, {}));
    this.#leave(chat);
    this.#chat = new Chat();
    this.#frames.drop();
    // A thread that cannot be stored was reported when that happened.
    await open?.thread.interrupt().catch(() => undefined);
  }

  #leaveChat(): void {
    this.stop();
    const { open, id } = this.#chat;
    this.#leave(this.#chat);
    this.#chat = new Chat();
    this.#frames.drop();
    this.#showWaiting();
    if (open !== undefined && id !== undefined) this.#closing = open.engine.closeThread(id);
  }

  async #deliver(
    chat: Chat,
    outgoing: Outgoing,
    message: UserMessage,
    whileRunning: WhileRunning,
    mode: AgentMode | undefined,
  ): Promise<void> {
    const { signal } = outgoing.cancel;
    try {
      signal.throwIfAborted();
      const engine = await orAbort(this.#options.openEngine(), signal);
      const options = await orAbort(this.#options.turnOptions(mode), signal);
      const thread = await orAbort(this.#openThread(chat, engine), signal);
      await thread.send(message, { ...options, whileRunning });
    } catch (error) {
      if (!chat.outgoing.includes(outgoing)) return;
      outgoing.error = toErrorRecord(error);
      if (this.#chat === chat) this.#postUnsent();
    }
  }

  /** Begins a turn with no new message. Until it has begun, the view shows that something is on its way. */
  async #goOn(begin: Continuation): Promise<void> {
    const chat = this.#chat;
    // A second press of the button.
    if (chat.isSending || chat.running !== undefined) return;
    const outgoing: Outgoing = { cancel: new AbortController() };
    chat.outgoing = [...chat.outgoing.filter(({ error }) => error === undefined), outgoing];
    this.#postUnsent();
    const { signal } = outgoing.cancel;
    try {
      const engine = await orAbort(this.#options.openEngine(), signal);
      const options = await orAbort(this.#options.turnOptions(), signal);
      const thread = await orAbort(this.#openThread(chat, engine), signal);
      await begin(thread, options);
      chat.outgoing = chat.outgoing.filter((other) => other !== outgoing);
    } catch (error) {
      if (!chat.outgoing.includes(outgoing)) return;
      if (signal.aborted) chat.outgoing = chat.outgoing.filter((other) => other !== outgoing);
      else outgoing.error = toErrorRecord(error);
    }
    if (this.#chat === chat) this.#options.postState();
  }

  /** The chat's thread in the engine. Errors: those of `openThread`. */
  async #openThread(chat: Chat, engine: ChatEngine): Promise<Thread> {
    const { open, id } = chat;
    if (open?.engine === engine) return open.thread;
    this.#leave(chat);
    if (id === undefined) {
      const thread = engine.createThread();
      await this.#begin(chat, engine, thread);
      return thread;
    }
    // The engine of another host has cancelled its turn, which ends before the thread is read again.
    await open?.thread.turn?.result();
    const thread = await engine.openThread(id);
    const isHeld = await this.#options.store.isHeldElsewhere(id);
    if (this.#chat !== chat) throw new CancellationError(CHAT_TEXTS.replaced, {});
    if (!isHeld) {
      this.#follow(chat, engine, thread);
      return thread;
    }
    // A thread has one writer: this window goes on with a copy.
    const copy = await thread.duplicate();
    await engine.closeThread(id);
    chat.shown = new ShownThread();
    await this.#begin(chat, engine, copy);
    return copy;
  }

  /** Follows a new thread. Resolves when a window that is opened again would find it. */
  async #begin(chat: Chat, engine: ChatEngine, thread: Thread): Promise<void> {
    chat.id = thread.id;
    this.#follow(chat, engine, thread);
    await this.#remember(thread.id);
  }

  /** Takes the entries that the chat does not have, and everything that follows. */
  #follow(chat: Chat, engine: ChatEngine, thread: Thread): void {
    const { last } = chat.shown;
    const events = thread.subscribe(last === undefined ? {} : { after: last });
    const open = { engine, thread, leave: () => void events.return?.() };
    chat.open = open;
    const past: ThreadEntry[] = [];
    let isPast = true;
    const follow = async (): Promise<void> => {
      for await (const event of events) {
        if (chat.open !== open) return;
        if (!isPast) this.#take(chat, event);
        else if (event.type === 'entry') past.push(event.entry);
        else {
          isPast = false;
          for (const entry of past) chat.shown.add(entry);
          this.#take(chat, event);
          if (past.length > 0 && this.#chat === chat) this.#options.postState();
        }
      }
    };
    follow().catch((error: unknown) => {
      if (chat.open === open) this.#lose(chat, error);
    });
  }

  #take(chat: Chat, event: ThreadEvent): void {
    const isShown = this.#chat === chat;
    if (event.type === 'live_state') chat.shown.replaceLive(event.state);
    else if (event.type === 'live') {
      chat.shown.stream(event.event);
      if (isShown) this.#frames.push(event);
    } else {
      const { entry } = event;
      const shown = chat.shown.add(entry);
      chat.note(entry);
      if (entry.kind === 'turn_ended') this.#options.onTurnEnd(chat.describeTurn(entry));
      if (!isShown) return;
      this.#showWaiting();
      if (entry.kind === 'turn_ended') this.#options.onEnded?.(entry);
      if (shown === undefined) {
        this.#options.postState();
        return;
      }
      this.#frames.push({ type: 'entry', entry: shown });
      if (entry.kind !== 'user_message') return;
      // The message moves from one place to the other within a frame.
      this.#frames.flush();
      this.#postUnsent();
    }
  }

  /** The store has failed, or the thread is damaged: the next message opens the thread again. */
  #lose(chat: Chat, error: unknown): void {
    chat.open = undefined;
    chat.running = undefined;
    chat.asked.clear();
    // A message that is on its way shows the failure by itself.
    if (!chat.isSending) chat.outgoing = [{ cancel: new AbortController(), error: toErrorRecord(error) }];
    this.#options.onProblem('The chat could not be stored', error);
    if (this.#chat !== chat) return;
    this.#showWaiting();
    this.#options.postState();
  }

  #leave(chat: Chat): void {
    chat.open?.leave();
    chat.open = undefined;
    chat.running = undefined;
    chat.asked.clear();
  }

  /** Never rejects: a conversation that will not be found goes on. */
  async #remember(id: ThreadId | undefined): Promise<void> {
    try {
      await this.#options.last.write(id);
    } catch (error) {
      this.#options.onProblem('The chat will not be found after a reload', error);
    }
  }

  #postUnsent(): void {
    this.#options.onActivity?.(this.#chat.activity);
    this.#options.post({ type: 'unsent', unsent: this.#chat.unsent });
  }

  #showWaiting(): void {
    this.#options.onActivity?.(this.#chat.activity);
    const isWaiting = this.#chat.asked.size > 0;
    if (isWaiting === this.#isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#options.onWaiting(isWaiting);
  }
}
