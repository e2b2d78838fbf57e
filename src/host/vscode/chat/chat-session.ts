import type { AgentEvent, AgentMode } from '../../../actors/protocol/agent.js';
import type { RememberScope } from '../../../actors/protocol/approvals.js';
import { CancellationError } from '../../../actors/protocol/errors.js';
import type { ToView, Turn, UserMessage } from '../../../actors/protocol/ui.js';
import { orAbort } from '../../../actors/runtime/abort.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { toErrorRecord } from '../../../machines/turn-end.js';
import type { AgentEngine } from '../../engine/agent-engine.js';
import { EventBatcher } from './event-batcher.js';
import { appendEvent } from './append-event.js';
import type { SavedChat } from './saved-chat.js';
import { truncateEvent } from './truncate-event.js';

// The most recent part of a running turn that may be lost when the window closes unexpectedly. The start, the first
// text and the end of a turn are saved at once.
const SAVE_DELAY_MS = 250;

/** The part of the engine that a chat uses. */
export type ChatEngine = Pick<AgentEngine, 'processMessage' | 'cancel' | 'respondToApproval'>;

export interface ChatSessionOptions {
  readonly clock: Clock;
  /** The conversation saved by an earlier window. */
  readonly saved: SavedChat;
  /** Errors: the reason why no question can be asked. */
  readonly openEngine: () => Promise<ChatEngine>;
  /** The mode for the next turn. */
  readonly mode: () => AgentMode;
  /**
   * Converts a message to text for the model. Errors: the signal's reason; the reason why a mentioned file cannot be
   * read.
   */
  readonly writeMessage: (message: UserMessage, signal: AbortSignal) => Promise<string>;
  /** Clears the conversation of the engine. */
  readonly forget: () => void;
  /** Sends a message to the view, if there is one. */
  readonly post: (message: ToView) => void;
  readonly save: (chat: SavedChat) => void;
  /** Called when a call starts or stops waiting for approval. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** The running turn. */
interface Run {
  readonly message: UserMessage;
  readonly events: AgentEvent[];
  readonly cancel: AbortController;
  engine?: ChatEngine;
  /** The call that waits for approval. */
  waiting?: string | undefined;
}

/**
 * The conversation that the view shows: takes messages, runs their turns one at a time, and saves them, whether or not
 * a view is open.
 */
export class ChatSession {
  readonly #options: ChatSessionOptions;
  readonly #frames: EventBatcher;
  readonly #saving: Debounce;
  #past: readonly Turn[];
  #chosenMode: AgentMode | undefined;
  #run: Run | undefined;

  constructor(options: ChatSessionOptions) {
    this.#options = options;
    this.#past = options.saved.turns;
    this.#chosenMode = options.saved.mode;
    this.#frames = new EventBatcher(options.clock, (events) => {
      options.post({ type: 'events', events });
    });
    this.#saving = new Debounce(options.clock, { maxMs: SAVE_DELAY_MS }, () => {
      options.save({ turns: this.turns, mode: this.#chosenMode });
    });
  }

  /** The whole conversation, including the running turn. */
  get turns(): readonly Turn[] {
    if (this.#run === undefined) return this.#past;
    const { message, events } = this.#run;
    return [...this.#past, { message, events: [...events], state: 'running' }];
  }

  /** The mode that the person chose; `undefined` while the setting decides. */
  get chosenMode(): AgentMode | undefined {
    return this.#chosenMode;
  }

  chooseMode(mode: AgentMode | undefined): void {
    this.#chosenMode = mode;
    this.#saving.runNow();
  }

  /** The whole conversation, for a view that starts now. Drops the batched events, which it includes. */
  catchUp(): readonly Turn[] {
    this.#frames.drop();
    return this.turns;
  }

  /**
   * Runs one turn, and resolves when it has ended. Never rejects: failures are the turn's last event. Resolves to
   * `false` for an empty message, and while another turn runs.
   */
  async send(message: UserMessage): Promise<boolean> {
    if (this.#run !== undefined || (message.text.trim() === '' && message.mentions.length === 0))
      return false;
    const run: Run = { message, events: [], cancel: new AbortController() };
    this.#run = run;
    this.#options.post({ type: 'turnStarted', message });
    this.#saving.runNow();
    try {
      await this.#converse(run);
    } catch (thrown) {
      this.#take(run, { type: 'error', ...toErrorRecord(thrown), partial: '' });
    }
    this.#end(run);
    return true;
  }

  /** Cancels the running turn. Its text so far is kept. */
  stop(): void {
    this.#run?.cancel.abort(new CancellationError('You stopped this turn.', {}));
    this.#run?.engine?.cancel();
  }

  /** Starts an empty conversation. Cancels the running turn. */
  newChat(): void {
    this.stop();
    if (this.#run !== undefined) this.#wait(this.#run, undefined);
    this.#run = undefined;
    this.#past = [];
    this.#frames.drop();
    this.#options.forget();
    this.#saving.runNow();
  }

  respondToApproval(callId: string, decision: 'approve' | 'deny', remember?: RememberScope): void {
    const run = this.#run;
    const options = remember === undefined ? {} : { remember };
    if (run?.engine?.respondToApproval(callId, decision, options) !== true || decision === 'deny') return;
    const asked = run.events.find((event) => event.type === 'approval_request' && event.callId === callId);
    // A view that opens while the call runs must not show the question again.
    if (asked?.type === 'approval_request')
      this.#take(run, { type: 'action', callId, tool: asked.tool, params: asked.params });
  }

  /**
   * Saves the conversation before the window closes, and ignores all later events. The running turn counts as
   * interrupted.
   */
  close(): void {
    this.#frames.drop();
    this.#saving.runNow();
    this.#run = undefined;
  }

  async #converse(run: Run): Promise<void> {
    const { signal } = run.cancel;
    const engine = await orAbort(this.#options.openEngine(), signal);
    const text = await orAbort(this.#options.writeMessage(run.message, signal), signal);
    const events = engine.processMessage(text, this.#options.mode());
    run.engine = engine;
    for await (const event of events) this.#take(run, event);
  }

  #take(run: Run, happened: AgentEvent): void {
    // The turn belongs to an earlier conversation.
    if (this.#run !== run) return;
    const event = truncateEvent(happened);
    const isFirst = run.events.length === 0;
    appendEvent(run.events, event);
    this.#note(run, event);
    this.#frames.push(event);
    if (isFirst) this.#saving.runNow();
    else this.#saving.trigger();
  }

  #note(run: Run, event: AgentEvent): void {
    if (event.type === 'approval_request') this.#wait(run, event.callId);
    else if ('callId' in event && event.callId === run.waiting) this.#wait(run, undefined);
  }

  #wait(run: Run, callId: string | undefined): void {
    const hasChanged = (run.waiting === undefined) !== (callId === undefined);
    run.waiting = callId;
    if (hasChanged) this.#options.onWaiting(callId !== undefined);
  }

  #end(run: Run): void {
    if (this.#run !== run) return;
    this.#wait(run, undefined);
    this.#past = [...this.#past, { message: run.message, events: run.events, state: 'ended' }];
    this.#run = undefined;
    this.#frames.flush();
    this.#options.post({ type: 'turnEnded' });
    this.#saving.runNow();
  }
}
