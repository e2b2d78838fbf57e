import type { AgentEvent, AgentMode, AgentState, RunLimits } from '../../actors/protocol/agent.js';
import type { Allowance, ApprovalDecision } from '../../actors/protocol/approvals.js';
import type { Attachment, UserInput } from '../../actors/protocol/attachment.js';
import { EngineBusyError, ThreadNotFoundError } from '../../actors/protocol/errors.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import type { LLMConfig, LLMMessage } from '../../actors/protocol/llm.js';
import type { BodyOf, EntryId, ThreadEntry, ThreadId, TurnId } from '../../actors/protocol/thread.js';
import { branchTo } from '../../actors/threads/branch.js';
import { interruptTurns, toTurns } from '../../actors/threads/fold-turns.js';
import { findOpenTurn, type OpenTurn } from '../../actors/threads/open-turn.js';
import { titleOf } from '../../actors/threads/summarize.js';
import type { ThreadEvent, ThreadRecord } from '../../actors/threads/thread-record.js';
import { listUnread, toMessages } from '../../actors/threads/to-messages.js';
import type { TurnView } from '../../actors/threads/turn-view.js';
import { checkCostLimit } from './check-cost-limit.js';
import { endCancelled } from '../../machines/turn-end.js';
import type { AnswerOptions, Approvals } from './approvals.js';
import type { EngineParts } from './engine-parts.js';
import { resolveAll } from './resolve-attachments.js';
import { checkLimits } from './run-limits.js';
import { Turn, type TurnPlan } from './turn.js';

/** The options of a turn. What a thread remembers (entries, approvals, files read) does not depend on them. */
export interface TurnOptions {
  /** Default: the engine's model. */
  readonly model?: LLMConfig;
  /** Default: `agent`. */
  readonly mode?: AgentMode;
  /** Default: the engine's limits, each of them. */
  readonly limits?: Partial<RunLimits>;
}

/** The options of a message. */
export interface SendOptions extends TurnOptions {
  /**
   * What becomes of a message that is sent while a turn runs. `queue`: the model reads it with its next request, or in
   * a turn of its own if the answer comes first; the other options do not apply. `interrupt`: the turn is cancelled, and
   * the message begins another one. Default: `queue`.
   */
  readonly whileRunning?: 'queue' | 'interrupt';
}

/** A message that begins a turn. */
interface Beginning {
  readonly plan: TurnPlan;
  readonly message?: Omit<BodyOf<'user_message'>, 'kind'>;
  /** The entry that the message follows. Default: the newest one. */
  readonly parent?: EntryId;
  readonly resumed?: OpenTurn;
  readonly onEvent?: (event: AgentEvent) => void;
}

/**
 * A conversation: its entries, the files that it has read, and what was allowed in it. One turn runs at a time; any
 * number of subscribers watch.
 *
 * Every entry is stored before its effect: a message before its turn begins, a call before its tool runs. When the
 * store fails, the turn ends with `ThreadStoreError`, as does every later use; open the thread again to go on.
 * Source: SPEC A8, H1.
 */
export class Thread {
  readonly id: ThreadId;
  readonly #parts: EngineParts;
  readonly #record: ThreadRecord;
  readonly #approvals: Approvals;
  readonly #reads: ReadLog;
  readonly #adopt: (entries: readonly ThreadEntry[], reads: ReadLog) => Thread;
  #turn: Turn | undefined;
  /** Settles when the messages sent so far are recorded. */
  #sending: Promise<unknown> = Promise.resolve();
  readonly #preparing = new Set<AbortController>();

  /** @internal Threads come from an engine. */
  constructor(options: {
    readonly parts: EngineParts;
    readonly record: ThreadRecord;
    readonly reads: ReadLog;
    /** Makes a thread of the copied branch that it gets. */
    readonly adopt: (branch: readonly ThreadEntry[], reads: ReadLog) => Thread;
  }) {
    this.id = options.record.id;
    this.#parts = options.parts;
    this.#record = options.record;
    this.#approvals = options.parts.createApprovals();
    this.#reads = options.reads;
    this.#adopt = options.adopt;
  }

  /** All entries by `seq`, those of other branches included. Grows while turns run. */
  get entries(): readonly ThreadEntry[] {
    return this.#record.entries;
  }

  /** The entries of the current branch, oldest first. */
  get branch(): readonly ThreadEntry[] {
    return this.#record.branch;
  }

  /** The turns of the current branch. A turn that has no end, and does not run here, was interrupted. */
  get turns(): readonly TurnView[] {
    const turns = toTurns(this.branch);
    return this.#running === undefined ? interruptTurns(turns) : turns;
  }

  /** The name that the person gave it, or the beginning of the first message. */
  get title(): string {
    return titleOf(this.entries);
  }

  /** The running turn. */
  get turn(): Turn | undefined {
    return this.#running;
  }

  get state(): AgentState {
    return this.#running?.state ?? { status: 'idle' };
  }

  /** The conversation as a model of `provider` reads it, without the system prompt. Default: the engine's provider. */
  messages(provider = this.#parts.adapterFor().provider): readonly LLMMessage[] {
    return toMessages(this.branch, provider);
  }

  /**
   * Sends a message. Attachments are read first. Resolves to the turn that the message belongs to, once the message is
   * stored; messages keep the order in which they were sent.
   * Errors: `SettingsError` for an invalid limit or an unknown provider, `ThreadStoreError`.
   */
  async send(input: UserInput, options: SendOptions = {}): Promise<Turn> {
    const plan = this.#plan(options);
    if (options.whileRunning === 'interrupt') this.cancel();
    return this.#enqueue(async (signal) => {
      const message = await this.#prepare(input, plan, signal);
      const running = this.#running;
      if (running !== undefined && options.whileRunning !== 'interrupt') {
        this.#record.append({ kind: 'user_message', ...message }, { turn: running.id });
        return running;
      }
      running?.cancel();
      return this.#begin({ plan, message });
    });
  }

  /**
   * Takes back a message that was sent while a turn ran. Resolves to whether the model will not get it: `false` when it
   * was read, or was the one that began its turn.
   * Errors: `ThreadNotFoundError` when no message has this id; `ThreadStoreError`.
   */
  async withdraw(message: EntryId): Promise<boolean> {
    const sent = this.#find(message);
    if (sent.kind !== 'user_message') throw this.#notFound(message);
    if (!listUnread(this.branch).includes(message)) return false;
    this.#record.append(
      { kind: 'message_withdrawn', message },
      sent.turn === undefined ? {} : { turn: sent.turn },
    );
    await this.#record.settled();
    return true;
  }

  /**
   * Sends another message in the place of an earlier one. The conversation goes on from before that message; what
   * followed it stays, as another branch.
   * Errors: `ThreadNotFoundError` when no message has this id; `EngineBusyError` while a turn runs; those of `send`.
   */
  async edit(message: EntryId, input: UserInput, options: TurnOptions = {}): Promise<Turn> {
    const plan = this.#plan(options);
    const replaced = this.#find(message);
    const { parent } = replaced;
    if (replaced.kind !== 'user_message' || parent === null) throw this.#notFound(message);
    this.#expectIdle();
    return this.#enqueue(async (signal) => {
      const prepared = await this.#prepare(input, plan, signal);
      this.#expectIdle();
      return this.#begin({ plan, message: prepared, parent });
    });
  }

  /**
   * Continues a turn that was interrupted by the end of its program, in its mode and with its limits. A call that had
   * begun is not made again: its result says that it was interrupted. Calls that had not begun run now. Returns
   * `undefined` when the last turn of the branch has ended, or when only its end was missing, which it gets.
   * Errors: `EngineBusyError` while a turn runs; `SettingsError`.
   */
  resume({ model, limits }: Omit<TurnOptions, 'mode'> = {}): Turn | undefined {
    this.#expectIdle();
    const resumed = findOpenTurn(this.branch);
    if (resumed === undefined) return undefined;
    const { last } = resumed;
    if (last !== undefined) {
      const isAnswer = last.stop === 'end' || last.stop === 'length';
      const end = isAnswer ? ({ kind: 'turn_ended', outcome: 'answered' } as const) : endCancelled();
      this.#record.append(end, last.turn === undefined ? {} : { turn: last.turn });
      return undefined;
    }
    const { mode, limits: before } = resumed.began;
    const plan = this.#plan({
      mode,
      limits: { ...before, ...limits },
      ...(model === undefined ? {} : { model }),
    });
    return this.#begin({ plan, resumed });
  }

  /** Cancels the running turn at once, and the reading of attachments. The text so far is kept. */
  cancel(): void {
    for (const preparing of this.#preparing) preparing.abort();
    this.#running?.cancel();
  }

  /**
   * Stops the running turn at once and leaves it without an end, as the end of the program does, save that the text so
   * far is recorded. Resolves once that is stored. Errors: `ThreadStoreError`.
   */
  async interrupt(): Promise<void> {
    for (const preparing of this.#preparing) preparing.abort();
    this.#running?.interrupt();
    await this.#record.settled();
  }

  /** Answers a question about a call. Returns whether it was still pending: a call is answered once. */
  respondToApproval(callId: string, decision: ApprovalDecision, options?: AnswerOptions): boolean {
    return this.#approvals.answer(callId, decision, options);
  }

  /** What the person has allowed until this conversation ends. */
  get allowances(): readonly Allowance[] {
    return this.#approvals.allowances;
  }

  /** Takes back what was allowed, for the calls that come. */
  revoke(allowance: Allowance): void {
    this.#approvals.revoke(allowance);
  }

  /**
   * The entries behind `after`, then the live state, then everything that follows. Leaving the loop ends the
   * subscription and nothing else. A slow reader gets every entry, and merged live events, and slows nobody.
   * Shape: default for `after`: the beginning. Errors: `ThreadNotFoundError` for an unknown entry; the iteration throws
   * `ThreadStoreError` when the store fails.
   */
  subscribe({ after }: { readonly after?: EntryId } = {}): AsyncIterableIterator<ThreadEvent, undefined> {
    return this.#record.subscribe(after === undefined ? undefined : this.#find(after).seq);
  }

  /**
   * Makes the branch that ends with `head` the current one.
   * Errors: `ThreadNotFoundError`; `EngineBusyError` while a turn runs; `ThreadStoreError`.
   */
  async switchTo(head: EntryId): Promise<void> {
    this.#find(head);
    this.#expectIdle();
    this.#record.append({ kind: 'switched' }, { parent: head });
    await this.#record.settled();
  }

  /** Errors: `ThreadStoreError`. */
  async rename(title: string): Promise<void> {
    this.#record.append({ kind: 'renamed', title });
    await this.#record.settled();
  }

  /**
   * A new thread with the same conversation up to an entry. It knows the files that this one has read; nothing is
   * allowed in it yet. Default: the whole current branch.
   * Errors: `ThreadNotFoundError`; `ThreadStoreError`.
   */
  async duplicate({ until }: { readonly until?: EntryId } = {}): Promise<Thread> {
    if (until !== undefined) this.#find(until);
    const branch = until === undefined ? this.branch : branchTo(this.entries, until);
    const copy = this.#adopt(branch, new Map(this.#reads));
    await copy.#record.settled();
    return copy;
  }

  /** @internal Begins a turn with a message, at once. Errors: `EngineBusyError`. */
  begin(text: string, options: TurnOptions, onEvent: (event: AgentEvent) => void): Turn {
    this.#expectIdle();
    return this.#begin({ plan: this.#plan(options), message: { text, attachments: [] }, onEvent });
  }

  /** @internal Whether its store has failed: the thread has to be opened again. */
  get hasFailed(): boolean {
    return this.#record.failure !== undefined;
  }

  /** @internal Adds an entry that no turn writes. */
  append(body: BodyOf<'compaction'>): void {
    this.#record.append(body);
  }

  /** @internal Resolves once everything so far is stored. Errors: `ThreadStoreError`. */
  settled(): Promise<void> {
    return this.#record.settled();
  }

  get #running(): Turn | undefined {
    return this.#turn?.isOver === false ? this.#turn : undefined;
  }

  #begin({ plan, message, parent, resumed, onEvent }: Beginning): Turn {
    const id = resumed?.began.turn ?? (this.#parts.newId() as TurnId);
    const turn = new Turn({
      id,
      parts: this.#parts,
      thread: this.#record,
      approvals: this.#approvals,
      reads: this.#reads,
      plan,
      ...(resumed === undefined ? {} : { resumed }),
      ...(onEvent === undefined ? {} : { onEvent }),
      onEnd: (ended, { outcome }) => {
        this.#goOn(ended, outcome);
      },
    });
    if (message !== undefined)
      this.#record.append(
        { kind: 'user_message', ...message },
        { turn: id, ...(parent === undefined ? {} : { parent }) },
      );
    this.#turn = turn;
    turn.start();
    return turn;
  }

  /** Begins another turn when the one that has ended did not read the last message. */
  #goOn(ended: Turn, outcome: BodyOf<'turn_ended'>['outcome']): void {
    if (this.#turn !== ended || outcome !== 'answered' || listUnread(this.branch).length === 0) return;
    this.#begin({ plan: ended.plan });
  }

  #plan({ model, mode = 'agent', limits }: TurnOptions): TurnPlan {
    const adapter = this.#parts.adapterFor(model);
    const all = checkLimits({ ...this.#parts.limits, ...limits });
    checkCostLimit(all, adapter);
    return { adapter, mode, limits: all };
  }

  /** Runs one step after the other, and resolves to what it returns once everything recorded in it is stored. */
  async #enqueue(step: (signal: AbortSignal) => Promise<Turn>): Promise<Turn> {
    const preparing = new AbortController();
    this.#preparing.add(preparing);
    const begun = this.#sending.then(async () => {
      if (this.#record.failure !== undefined) throw this.#record.failure.error;
      try {
        const turn = await step(preparing.signal);
        if (preparing.signal.aborted) turn.cancel();
        return turn;
      } finally {
        this.#preparing.delete(preparing);
      }
    });
    this.#sending = begun.catch(() => undefined);
    const turn = await begun;
    await this.#record.settled();
    return turn;
  }

  async #prepare(
    { text, attachments: refs = [] }: UserInput,
    { adapter }: TurnPlan,
    signal: AbortSignal,
  ): Promise<{ text: string; attachments: readonly Attachment[] }> {
    const { resolveAttachments } = this.#parts;
    const context = { reads: this.#reads, signal, adapter };
    return { text, attachments: await resolveAll(resolveAttachments, refs, context) };
  }

  #find(id: EntryId): ThreadEntry {
    const entry = this.entries.find((candidate) => candidate.id === id);
    if (entry === undefined) throw this.#notFound(id);
    return entry;
  }

  #notFound(entry: EntryId): ThreadNotFoundError {
    return new ThreadNotFoundError(`The thread ${this.id} has no such entry: ${entry}.`, {
      thread: this.id,
      entry,
    });
  }

  #expectIdle(): void {
    if (this.#running !== undefined)
      throw new EngineBusyError(
        'The engine is busy with another message: wait for its end, or cancel it.',
        {},
      );
  }
}
