import type { AgentMode } from '../../../actors/protocol/agent.js';
import { CancellationError } from '../../../actors/protocol/errors.js';
import type { EntryId, ThreadId } from '../../../actors/protocol/thread.js';
import type { UserMessage, ViewChat, ViewThread } from '../../../actors/protocol/ui.js';
import { orAbort } from '../../../actors/runtime/abort.js';
import type { ThreadEvent } from '../../../actors/threads/thread-record.js';
import { toErrorRecord } from '../../../machines/to-error-record.js';
import type { AnswerOptions } from '../../engine/judging/approval-options.js';
import type { PlanRun } from '../../engine/plans/plan-run.js';
import type { Thread } from '../../engine/thread.js';
import type { SendOptions, TurnOptions } from '../../engine/turn-options.js';
import type { Chat, ChatActivity, ChatEngine, Outgoing } from './chat.js';
import type { ChatSessionOptions } from './chat-session-options.js';
import { type Continuation, type MessageEdit, resumeTurn, retryMessage } from './continue-turn.js';
import { EventFrames } from './event-frames.js';
import { followThread } from './follow-thread.js';
import { readChat, readLastChat } from './read-chat.js';
import { OpenChats } from './open-chats.js';
import { rememberChat } from './remember-chat.js';
import type { ShownThread } from './shown-thread.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

type WhileRunning = NonNullable<SendOptions['whileRunning']>;

/**
 * The conversation that the view shows: a thread, whichever engine has it and whether or not a view is open. What the
 * view gets are the thread's entries and live events; messages that are not in the thread yet are all that it adds.
 */
export class ChatSession {
  readonly #options: ChatSessionOptions;
  readonly #frames: EventFrames;
  readonly #chats: OpenChats;
  #chosenMode: AgentMode | undefined;
  #isWaiting = false;
  /** Resolves when the conversation of an earlier window is there. Never rejects. */
  readonly restored: Promise<void>;
  /** Resolves when every message so far is in the thread, or has failed. Never rejects. */
  #sending: Promise<void>;

  constructor(options: ChatSessionOptions) {
    this.#options = options;
    this.#chats = new OpenChats(async (thread) => options.store.release?.(thread));
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

  /** What is shown of the thread. */
  get shown(): ShownThread {
    return this.#chat.shown;
  }

  /** The thread that is shown; `undefined` before its first message. */
  get threadId(): ThreadId | undefined {
    return this.#chat.id;
  }

  get viewChat(): ViewChat {
    return this.#chat.viewChat;
  }

  /** The thread in the engine; `undefined` before its first message of this window. */
  get thread(): Thread | undefined {
    return this.#chat.open?.thread;
  }

  get #chat(): Chat {
    return this.#chats.shown;
  }

  get activity(): ChatActivity {
    return this.#chat.activity;
  }

  /** The chats that go on though another one is shown. */
  get background(): readonly Pick<Chat, 'id' | 'title' | 'activity'>[] {
    return this.#chats.background;
  }

  /** Whether a turn runs in any chat, or a message is on its way. */
  get isBusy(): boolean {
    return this.#chats.isBusy;
  }

  chooseMode(mode: AgentMode | undefined): void {
    this.#chosenMode = mode;
    this.#options.saveMode(mode);
  }

  /** The whole conversation, for a view that starts now. Drops the waiting events, which it includes. */
  catchUp(): ViewThread {
    this.#frames.drop();
    return this.#chat.view;
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
   * Sends a message of the conversation again, in its own place, or another one instead. Resolves when it is stored, or
   * has failed; the view shows which. Never rejects. Does nothing while a turn runs.
   */
  retry(entry: EntryId, edit?: MessageEdit): Promise<void> {
    const begin = retryMessage(this.#chat.shown.branch, entry, edit);
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

  /** Carries out steps of the plan, which `begin` begins, in the mode for changes. Resolves, and does nothing, as `retry`. */
  carryOut(begin: (thread: Thread, options: TurnOptions) => Promise<PlanRun>): Promise<void> {
    const chat = this.#chat;
    return this.#goOn(async (thread, options) => {
      const over = (): void => {
        this.#chats.endIfOver(chat);
        this.#showWaiting();
      };
      (await begin(thread, options)).result().then(over, over);
    }, 'agent');
  }

  /** Cancels the running turn, whose text so far is kept, the messages that are on their way, and the plan's next steps. */
  stop(): void {
    for (const { cancel } of this.#chat.outgoing) cancel.abort(new CancellationError(CHAT_TEXTS.stopped, {}));
    const thread = this.#chat.open?.thread;
    thread?.plan.run?.stop();
    thread?.cancel();
  }

  /** Starts an empty conversation; the one before stays in the store, and its running turn goes on. */
  newChat(): void {
    this.#leaveChat();
    void rememberChat(undefined, this.#options);
  }

  /**
   * Shows a conversation of the store. The running turn of the one before goes on. Resolves once it is shown, or the
   * view shows why it cannot be read. Never rejects.
   */
  async open(id: ThreadId): Promise<void> {
    if (id === this.#chat.id) return;
    this.#leaveChat();
    const running = this.#chats.find(id);
    if (running !== undefined) {
      this.#chats.bringBack(running);
      this.#showWaiting();
      this.#options.postState();
      await rememberChat(id, this.#options);
      return;
    }
    const chat = this.#chat;
    const reading = this.#chats.closing.then(() => readChat(chat, id, this.#options));
    this.#sending = this.#sending.then(() => reading);
    await reading;
    if (this.#chat !== chat) return;
    this.#options.postState();
    await rememberChat(chat.id, this.#options);
  }

  /** Answers a question. Default for `thread`: the one that is shown. */
  respondToApproval(
    callId: string,
    decision: 'approve' | 'deny',
    { thread, ...options }: AnswerOptions & { readonly thread?: ThreadId | undefined } = {},
  ): void {
    const asking = this.#chats.find(thread ?? this.#chat.id);
    asking?.open?.thread.respondToApproval(callId, decision, options);
  }

  /**
   * The thread that is shown, in the engine. Errors: why there is no engine, or why the thread cannot be opened; an error
   * when no thread is shown.
   */
  async openShown(): Promise<Thread> {
    const chat = this.#chat;
    await this.#sending;
    return this.#openThread(chat, await this.#options.openEngine());
  }

  /** The thread, if an engine has it in this window. */
  findOpen(id: ThreadId): Thread | undefined {
    return this.#chats.find(id)?.open?.thread;
  }

  /** Ends the turn of a thread that is to be deleted, and forgets it. */
  async drop(id: ThreadId): Promise<void> {
    if (this.#chat.id === id) {
      this.#leaveChat({ isEnded: true });
      await rememberChat(undefined, this.#options);
      this.#options.postState();
    }
    for (const chat of this.#chats.background) if (chat.id === id) this.#chats.end(chat);
    this.#showWaiting();
    await this.#chats.closing;
  }

  /**
   * Interrupts the running turn before the window closes, and ignores all later events. Resolves when what the model had
   * said is stored.
   */
  async close(): Promise<void> {
    this.#frames.drop();
    await this.#chats.interrupt();
  }

  #leaveChat(options?: { readonly isEnded: boolean }): void {
    this.#giveBack(this.#chat);
    this.#chats.leave(options);
    this.#frames.drop();
    this.#showWaiting();
  }

  async #deliver(
    chat: Chat,
    outgoing: Outgoing,
    message: UserMessage,
    whileRunning: WhileRunning,
    mode: AgentMode | undefined,
  ): Promise<void> {
    try {
      const { thread, options } = await this.#prepare(chat, outgoing, mode);
      await thread.send(message, { ...options, whileRunning });
    } catch (error) {
      if (!chat.outgoing.includes(outgoing)) return;
      outgoing.error = toErrorRecord(error);
      if (this.#chat === chat) this.#postUnsent();
      else if (this.#chats.has(chat)) this.#giveBack(chat);
    }
  }

  /** Begins a turn with no new message at the end. Until it has begun, the view shows that something is on its way. */
  async #goOn(begin: Continuation, mode?: AgentMode): Promise<void> {
    const chat = this.#chat;
    if (chat.activity.isRunning) return;
    const outgoing: Outgoing = { cancel: new AbortController() };
    chat.outgoing = [...chat.outgoing.filter(({ error }) => error === undefined), outgoing];
    this.#postUnsent();
    try {
      const { thread, options } = await this.#prepare(chat, outgoing, mode);
      await begin(thread, options);
      chat.outgoing = chat.outgoing.filter((other) => other !== outgoing);
    } catch (error) {
      if (!chat.outgoing.includes(outgoing)) return;
      const isStopped = outgoing.cancel.signal.aborted;
      if (isStopped) chat.outgoing = chat.outgoing.filter((other) => other !== outgoing);
      else outgoing.error = toErrorRecord(error);
    }
    if (this.#chat === chat) this.#options.postState();
  }

  /** The thread and the options of a turn. Errors: why there is none of them; the reason of the cancellation. */
  async #prepare(
    chat: Chat,
    { cancel: { signal } }: Outgoing,
    mode?: AgentMode,
  ): Promise<{ thread: Thread; options: TurnOptions }> {
    signal.throwIfAborted();
    const engine = await orAbort(this.#options.openEngine(), signal);
    const options = await orAbort(this.#options.turnOptions(mode), signal);
    return { thread: await orAbort(this.#openThread(chat, engine), signal), options };
  }

  /** The chat's thread in the engine, which this window holds. Errors: those of `openChatThread`. */
  async #openThread(chat: Chat, engine: ChatEngine): Promise<Thread> {
    const { openChatThread } = await import('./open-chat-thread.js');
    const thread = await openChatThread(chat, engine, {
      ...this.#options,
      onRead: () => {
        if (this.#chat === chat) this.#options.postState();
      },
      isLeft: () => !this.#chats.has(chat),
    });
    if (chat.open?.thread === thread) return thread;
    this.#follow(chat, engine, thread);
    if (this.#chat === chat) await rememberChat(thread.id, this.#options);
    return thread;
  }

  #follow(chat: Chat, engine: ChatEngine, thread: Thread): void {
    followThread(chat, engine, thread, {
      onPast: () => {
        if (this.#chat === chat) this.#options.postState();
      },
      onEvent: (event) => {
        this.#take(chat, event);
      },
      onFailure: (error) => {
        this.#lose(chat, error);
      },
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
      this.#showWaiting();
      if (entry.kind === 'turn_ended') this.#options.onEnded?.(entry, isShown ? undefined : chat);
      if (!isShown) {
        if (entry.kind === 'turn_ended') this.#chats.endIfOver(chat);
        return;
      }
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

  /** What could not be sent in a chat that is not shown goes back into the message box. */
  #giveBack(chat: Chat): void {
    const { messages, reason } = chat.takeFailed();
    if (messages.length > 0) this.#options.post({ type: 'returned', messages, reason });
    this.#chats.endIfOver(chat);
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
