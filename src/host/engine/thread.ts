import type { AgentState } from '../../actors/protocol/agent.js';
import type { Allowance, ApprovalDecision } from '../../actors/protocol/approvals.js';
import type { UserInput } from '../../actors/protocol/attachment.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import type { FileVersion, JumpPlan } from '../../actors/protocol/file-version.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { CompactionReport, LLMConfig, LLMMessage } from '../../actors/protocol/llm.js';
import type { BodyOf, EntryOf, ThreadEntry, ThreadId } from '../../actors/protocol/thread.js';
import type { Checkpoint } from '../../actors/checkpoints/ledger.js';
import type { UndoLine } from '../../actors/checkpoints/undo-line.js';
import { branchTo } from '../../actors/threads/branch.js';
import { interruptTurns, toTurns } from '../../actors/threads/fold-turns.js';
import { findOpenTurn } from '../../actors/threads/open-turn.js';
import { titleOf } from '../../actors/threads/summarize.js';
import type { ThreadEvent, ThreadRecord } from '../../actors/threads/thread-record.js';
import { listUnread, toMessages } from '../../actors/threads/to-messages.js';
import type { TurnView } from '../../actors/threads/turn-view.js';
import type { Approvals } from './approvals.js';
import type { AnswerOptions } from './judging/approval-options.js';
import type { Beginning, ThreadOptions } from './beginning.js';
import { endOpenTurn } from './end-open-turn.js';
import { cancelOnAbort, onAbort } from './steps/on-abort.js';
import type { EngineParts } from './engine-parts.js';
import { type BeginTurn, enqueueTurn, type MessageToSend, withdrawMessage } from './enqueue-turn.js';
import { expectIdle, expectOpen } from './expect-idle.js';
import type { JumpOptions } from './jump-options.js';
import { planResumed, planTurn } from './plan-turn.js';
import { ThreadPlan } from './plans/thread-plan.js';
import { StepQueue } from './steps/step-queue.js';
import { TimeTravel } from './time-travel.js';
import { Turn } from './turn.js';
import type { CompactOptions, EditOptions, SendOptions, TurnOptions } from './turn-options.js';
import type { ContextUsage } from './window/request-window.js';
import { ThreadCompaction } from './window/thread-compaction.js';

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
  readonly #adopt: ThreadOptions<Thread>['adopt'];
  readonly #travel: TimeTravel;
  /** Messages that are read, and jumps. */
  readonly #steps = new StepQueue();
  readonly #compaction: ThreadCompaction;
  /** The plan of this conversation. */
  readonly plan: ThreadPlan;
  /** @internal Judges the open questions again. Never rejects. */
  readonly reconsider = (): Promise<void> => this.#approvals.reconsider();
  #turn: Turn | undefined;
  #isClosed = false;

  /** @internal Threads come from an engine. */
  constructor(options: ThreadOptions<Thread>) {
    this.id = options.record.id;
    this.#parts = options.parts;
    this.#record = options.record;
    this.#approvals = options.parts.createApprovals();
    this.#reads = options.reads;
    this.#adopt = options.adopt;
    this.#travel = new TimeTravel(options.parts, options.record, options.reads);
    this.#compaction = new ThreadCompaction(options.parts, options.record);
    this.plan = new ThreadPlan(options.record, this);
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
    return this.turn === undefined ? interruptTurns(turns) : turns;
  }

  /** The name that the person gave it, or the beginning of the first message. */
  get title(): string {
    return titleOf(this.entries);
  }

  /** The running turn. */
  get turn(): Turn | undefined {
    return this.#turn?.isOver === false ? this.#turn : undefined;
  }

  get state(): AgentState {
    return this.turn?.state ?? { status: 'idle' };
  }

  /** The conversation as a model of `provider` reads it, without the system prompt. Default: the engine's provider. */
  messages(provider = this.#parts.adapterFor().provider): readonly LLMMessage[] {
    return toMessages(this.branch, provider);
  }

  /**
   * Sends a message; a string is its text. Attachments are read first. Resolves to the turn that the message belongs to,
   * once the message is stored; messages keep the order in which they were sent. Errors: `SettingsError` for an invalid limit
   * or an unknown provider, `ThreadStoreError`, `DisposedError`; the reason of `signal` before the message is recorded.
   */
  async send(input: string | UserInput, options: SendOptions = {}): Promise<Turn> {
    const plan = planTurn(this.#parts, options);
    if (options.whileRunning === 'interrupt') this.cancel();
    return this.#enqueue({ input, plan }, options, async (message) => {
      if (this.turn === undefined) await this.#travel.recordOthers();
      const running = this.turn;
      if (running !== undefined && options.whileRunning !== 'interrupt') {
        const { id } = this.#record.append({ kind: 'user_message', ...message }, { turn: running.id });
        // What cannot be withdrawn any more was read, or will never be.
        onAbort(running, options.signal, () => void this.withdraw(id).catch(() => undefined));
        return running;
      }
      running?.cancel();
      return this.#begin({ plan, message, signal: options.signal });
    });
  }

  /**
   * Takes back a message that was sent while a turn ran. Resolves to whether the model will not get it: `false` when it
   * was read, or was the one that began its turn.
   * Errors: `ThreadNotFoundError` when no message has this id; `ThreadStoreError`.
   */
  async withdraw(message: string): Promise<boolean> {
    return withdrawMessage(this.#open, message);
  }

  /**
   * Sends another message in the place of an earlier one. The conversation goes on from before that message; what
   * followed it stays, as another branch. With `files`, files are put back to what they were before it.
   * Errors: `ThreadNotFoundError` when no message has this id; `EngineBusyError` while a turn runs; those of `send` and `jump`.
   */
  async edit(message: string, input: string | UserInput, options: EditOptions = {}): Promise<Turn> {
    const plan = planTurn(this.#parts, options);
    const replaced = this.#open.findMessage(message);
    this.expectIdle();
    return this.#enqueue({ input, plan }, options, async (prepared, signal) => {
      await (options.files === true
        ? this.#travel.jump(replaced, { scope: 'files' }, signal)
        : this.#travel.recordOthers());
      this.expectIdle();
      return cancelOnAbort(this.#begin({ plan, message: prepared, parent: replaced.parent }), options.signal);
    });
  }

  /** The moments to which `jump` can go back, on all branches, oldest first. Source: SPEC K1. */
  get checkpoints(): readonly Checkpoint[] {
    return this.#travel.ledger.checkpoints;
  }

  /** What `undo` and `redo` would do, in order: the last of `undo` first, and the first of `redo`. */
  get undoLine(): UndoLine {
    return this.#travel.undoLine;
  }

  /**
   * What a jump would do to files. Shape: `to` is an entry, as of a checkpoint: the newest one whose effects on files stay.
   * Errors: `ThreadNotFoundError` for an unknown entry; `SettingsError` when no versions are kept.
   */
  async planJump(to: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<JumpPlan> {
    return this.#travel.plan(this.#open.find(to), signal);
  }

  /** The content of a version. Errors: `VersionLostError` when it is not kept; `SettingsError` when none is. */
  async readVersion(version: FileVersion & { readonly kind: 'file' }): Promise<Uint8Array> {
    return this.#travel.read(version);
  }

  /**
   * Goes to another moment, back or forth: files become what they were then, or the conversation goes on from there, or
   * both. Only files that this thread has changed are touched, each is verified, and all or none become what was planned.
   * What others have changed meanwhile is recorded first, and can be jumped back to. Shape of `to`: as for `planJump`.
   * Errors: those of `planJump`; `EngineBusyError` while a turn or a command runs; `StaleFileError` when a file changes
   * meanwhile, `VersionLostError`, `PermissionDeniedError`, `DiskFullError`; `ThreadStoreError`. Source: SPEC K2, K2a, K3.
   */
  async jump(to: string, options: JumpOptions = {}): Promise<EntryOf<'jump'>> {
    const target = this.#open.find(to);
    return this.#whenIdle((signal) => this.#travel.jump(target, options, signal));
  }

  /**
   * Takes back what the last turn that changed files did to them; the conversation stays. Again: the turn before it.
   * Resolves to `undefined` when there is nothing to take back. Errors: those of `jump`.
   */
  async undo(options: Omit<JumpOptions, 'scope'> = {}): Promise<EntryOf<'jump'> | undefined> {
    const to = this.#travel.undone;
    return to === undefined ? undefined : this.jump(to, { ...options, scope: 'files' });
  }

  /**
   * Does what `undo` took back, until the thread has changed files since. Resolves to `undefined` when there is nothing.
   * Errors: those of `jump`.
   */
  async redo(options: Omit<JumpOptions, 'scope'> = {}): Promise<EntryOf<'jump'> | undefined> {
    const to = this.#travel.redone;
    return to === undefined ? undefined : this.jump(to, { ...options, scope: 'files' });
  }

  /**
   * Continues a turn that was interrupted by the end of its program, in its mode and with its limits. A call that had
   * begun is not made again: its result says that it was interrupted. Calls that had not begun run now. Returns
   * `undefined` when the last turn of the branch has ended, or when only its end was missing, which it gets.
   * Errors: `EngineBusyError` while a turn runs; `SettingsError`.
   */
  resume({ signal, ...options }: Omit<TurnOptions, 'mode'> = {}): Turn | undefined {
    this.expectIdle();
    const resumed = findOpenTurn(this.branch);
    if (resumed === undefined || endOpenTurn(this.#record, resumed)) return undefined;
    return this.#begin({ plan: planResumed(this.#parts, resumed.began, options), resumed, signal });
  }

  /**
   * Has the model summarise all but its newest messages; the entries stay. Resolves to `undefined` when nothing can be
   * gained. Errors: `EngineBusyError`, also when the last turn was interrupted; `SettingsError`; `ThreadStoreError`.
   */
  async compact({ model, ...options }: CompactOptions = {}): Promise<CompactionReport | undefined> {
    const adapter = this.#parts.adapterFor(model);
    return this.#whenIdle((signal) => this.#compaction.run(adapter, { ...options, signal }));
  }

  /** How full the window of a model is. Default: the engine's model. Errors: `SettingsError` for an unknown one. */
  context(model?: LLMConfig): ContextUsage {
    return this.#compaction.windowOf(this.#parts.adapterFor(model)).usage();
  }

  /** Cancels the running turn at once, a compaction, and the reading of attachments. The text so far is kept. */
  cancel(): void {
    this.#steps.cancel();
    this.turn?.cancel();
  }

  /**
   * Stops the running turn at once and leaves it without an end, as the end of the program does, save that the text so
   * far is recorded. Resolves once that is stored. Errors: `ThreadStoreError`.
   */
  async interrupt(): Promise<void> {
    this.plan.leave();
    this.#steps.cancel();
    this.turn?.interrupt();
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
   * The entries behind `after`, then the live state, then everything that follows until the thread is closed. Leaving the
   * loop ends the subscription and nothing else. A slow reader gets every entry, and merged live events, and slows nobody.
   * Shape: default for `after`: the beginning. Errors: `ThreadNotFoundError` for an unknown entry; the iteration throws
   * `ThreadStoreError` when the store fails.
   */
  subscribe({ after }: { readonly after?: string } = {}): AsyncIterableIterator<ThreadEvent, undefined> {
    return this.#open.subscribe(after === undefined ? undefined : this.#record.find(after).seq);
  }

  /**
   * Makes the branch that ends with `head` the current one.
   * Errors: `ThreadNotFoundError`; `EngineBusyError` while a turn runs; `ThreadStoreError`.
   */
  async switchTo(head: string): Promise<void> {
    const { id } = this.#open.find(head);
    this.expectIdle();
    await this.#record.appendStored({ kind: 'switched' }, { parent: id });
  }

  /** Errors: `ThreadStoreError`. */
  async rename(title: string): Promise<void> {
    await this.#open.appendStored({ kind: 'renamed', title });
  }

  /** Puts the thread away, or takes it back. Errors: `ThreadStoreError`. */
  async setArchived(isArchived: boolean): Promise<void> {
    await this.#open.appendStored({ kind: 'archived', isArchived });
  }

  /**
   * A new thread with the same conversation up to an entry. It knows the files that this one has read; nothing is
   * allowed in it yet. Default: the whole current branch.
   * Errors: `ThreadNotFoundError`; `ThreadStoreError`.
   */
  async duplicate({ until }: { readonly until?: string } = {}): Promise<Thread> {
    const branch = until === undefined ? this.branch : branchTo(this.entries, this.#open.find(until).id);
    const copy = this.#adopt(branch, new Map(this.#reads));
    await copy.#record.settled();
    return copy;
  }

  /** @internal Begins a turn with a message, at once. Errors: `EngineBusyError`. */
  begin(text: string, options: TurnOptions, more: Pick<Beginning, 'onEvent' | 'step'>): Turn {
    this.expectIdle();
    return this.#begin({ plan: planTurn(this.#parts, options), message: { text, attachments: [] }, ...more });
  }

  /** @internal Whether its store has failed: the thread has to be opened again. */
  get hasFailed(): boolean {
    return this.#record.failure !== undefined;
  }

  /** @internal Records what is known of the calls during which the program ended. Errors: none. */
  recordInterrupted(): Promise<void> {
    return this.#travel.recordInterrupted();
  }

  /** @internal Adds an entry of no turn. */
  append(body: BodyOf<'compaction'>): void {
    this.#record.append(body);
  }

  /** @internal Resolves once everything so far is stored. Errors: `ThreadStoreError`. */
  settled(): Promise<void> {
    return this.#record.settled();
  }

  /** @internal Cancels everything. Resolves once nothing more is recorded. Errors: `ThreadStoreError`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.plan.leave();
    this.cancel();
    await this.#travel.close(this.#steps.settled);
    await this.#record.end();
  }

  /** The record, for what needs an open thread. Errors: `DisposedError`. */
  get #open(): ThreadRecord {
    expectOpen(this.#parts, this.id, this.#isClosed);
    return this.#record;
  }

  #begin({ plan, message, parent, resumed, step, onEvent, signal }: Beginning): Turn {
    const id = resumed?.began.turn ?? (this.#parts.newId() as Turn['id']);
    // What a turn offers follows from its branch, which the message may change.
    if (message !== undefined)
      this.#record.append({ kind: 'user_message', ...message }, { turn: id, ...omitUndefined({ parent }) });
    const turn = new Turn({
      id,
      parts: this.#parts,
      thread: this.#record,
      approvals: this.#approvals,
      reads: this.#reads,
      travel: this.#travel,
      plan,
      ...omitUndefined({ resumed, step, onEvent }),
      onEnd: (ended, { outcome }) => {
        const isAnswered = this.#turn === ended && outcome === 'answered';
        if (isAnswered && listUnread(this.branch).length > 0) this.#begin({ plan });
      },
    });
    this.#turn = turn;
    turn.start();
    return cancelOnAbort(turn, signal);
  }

  #enqueue(message: MessageToSend, { signal: caller }: TurnOptions, begin: BeginTurn): Promise<Turn> {
    const [parts, reads, steps] = [this.#parts, this.#reads, this.#steps];
    return enqueueTurn({ parts, reads, steps, open: () => this.#open, caller, message, begin });
  }

  async #whenIdle<Value>(step: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    this.expectIdle();
    return this.#steps.run(async (signal) => {
      this.expectIdle();
      return step(signal);
    });
  }

  /** @internal Errors: `EngineBusyError` while something runs; `DisposedError`. */
  expectIdle(): void {
    expectOpen(this.#parts, this.id, this.#isClosed);
    expectIdle(this.turn?.state, this.#travel, this.#compaction);
  }
}
