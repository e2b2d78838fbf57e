import { randomUUID } from 'node:crypto';
import type {
  AgentEvent,
  AgentMode,
  AgentState,
  RunLimits,
  TurnOutcome,
} from '../../actors/protocol/agent.js';
import type { ApprovalDecision } from '../../actors/protocol/approvals.js';
import { DisposedError, SettingsError, ThreadNotFoundError } from '../../actors/protocol/errors.js';
import type { Checkpoints } from '../../actors/protocol/checkpoints.js';
import type { FileChanges, ReadLog } from '../../actors/protocol/file-changes.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { LLMAdapter, LLMConfig, LLMMessage } from '../../actors/protocol/llm.js';
import type { ThreadEntry, ThreadId } from '../../actors/protocol/thread.js';
import type { ThreadStore, ThreadSummary } from '../../actors/protocol/thread-store.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { listPaths } from '../../actors/approvals/judge-call.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import { EventStream } from '../../actors/runtime/stream.js';
import { copyBranch } from '../../actors/threads/copy-branch.js';
import { parseThreadId } from '../../actors/threads/ids/parse-thread-id.js';
import { MemoryThreadStore } from '../../actors/threads/memory-store.js';
import { ThreadRecord } from '../../actors/threads/thread-record.js';
import type { LateErrors } from '../../actors/tools/diagnostics/late-errors.js';
import type { ToolRegistry } from '../../actors/tools/calls/registry.js';
import { Approvals } from './approvals.js';
import type { AnswerOptions, ApprovalOptions } from './judging/approval-options.js';
import type { EngineParts } from './engine-parts.js';
import type { InstructionsReader } from '../instructions/instructions-reader.js';
import type { ResolveAttachments } from '../attachments/attachment-context.js';
import { resolveWithoutFiles } from './resolve-attachments.js';
import { checkLimits, DEFAULT_RUN_LIMITS } from './run-limits.js';
import { Thread } from './thread.js';

// Events that wait for a slow reader before tokens are merged: a reader this far behind reads in bulk anyway.
const STREAM_CAPACITY = 256;

export interface AgentEngineOptions {
  readonly adapter: LLMAdapter;
  /** The model that goes on when `adapter` cannot be reached. Default: such a turn fails. */
  readonly fallback?: LLMAdapter;
  /** Makes the adapter for the model that a turn asks for. Default: every turn has `adapter`. */
  readonly createAdapter?: (model: LLMConfig) => LLMAdapter;
  readonly tools: ToolRegistry;
  /** Absolute paths of the workspace folders, the most important first. */
  readonly roots: readonly AbsPath[];
  /** Where threads are stored. Default: in memory. */
  readonly store?: ThreadStore;
  /** Reads what a person attaches to a message. Default: files cannot be read. */
  readonly resolveAttachments?: ResolveAttachments;
  /** Reads rules files and skills. Default: none are read. */
  readonly instructions?: InstructionsReader;
  /** What the program itself tells every model, at the end of the system prompt. Default: nothing. */
  readonly instructionText?: string;
  /** Default: 50 model calls, 2,000,000 tokens, 30 minutes. */
  readonly limits?: Partial<RunLimits>;
  /** Default: read-only tools run without asking, all others need approval. */
  readonly approvals?: ApprovalOptions['policy'];
  /** Further options for judging calls. Default: none, so that every command needs approval. */
  readonly judging?: Omit<ApprovalOptions, 'policy' | 'roots'>;
  /** The conversation that `processMessage` continues, from `history` of another engine. Default: none. */
  readonly history?: readonly LLMMessage[];
  /** Records what calls do to files, and puts files back. Default: nothing is recorded. */
  readonly checkpoints?: Checkpoints;
  /** How tools change files. Default: what their edits do is not recorded. */
  readonly changes?: FileChanges;
  /** The errors that changes have brought. Default: none are known. */
  readonly lateErrors?: Pick<LateErrors, 'take'>;
  /** Settles when what an earlier process was doing to files is completed or rolled back. Default: nothing is. */
  readonly recovered?: Promise<unknown>;
  readonly clock?: Clock;
  /** Returns a number of at least 0 and below 1, for the jitter of retries. */
  readonly random?: () => number;
  /** Returns an id that nothing else has. Default: a random UUID. */
  readonly newId?: () => string;
}

/**
 * Agents over one workspace: tools, models and a store of threads, each of which is a conversation. Several threads may
 * run at once. `processMessage` and the methods beside it are a short form for programs with one conversation and one
 * reader.
 * Source: SPEC A1 to A8.
 */
export class AgentEngine {
  /** The model of turns that choose none. */
  readonly adapter: LLMAdapter;
  /** Reads and keeps versions of files. Absent where none are kept. */
  readonly checkpoints: Checkpoints | undefined;
  readonly #parts: EngineParts;
  readonly #recovered: Promise<unknown> | undefined;
  readonly #history: readonly LLMMessage[];
  readonly #threads = new Map<ThreadId, Thread>();
  readonly #opening = new Map<ThreadId, Promise<Thread>>();
  /** Threads that were closed, and whose last entries are not stored yet. */
  readonly #closing = new Map<ThreadId, Promise<void>>();
  /** The conversation of `processMessage`, once it has begun. */
  #thread: Thread | undefined;
  #isCleared = false;
  #isDisposed = false;

  /**
   * Errors: `SettingsError` for an invalid limit.
   * @internal Programs get their engines from a host.
   */
  constructor(options: AgentEngineOptions) {
    const { adapter, createAdapter, approvals: policy, judging, roots } = options;
    const { checkpoints, changes, instructions, lateErrors } = options;
    this.adapter = adapter;
    this.checkpoints = checkpoints;
    this.#recovered = options.recovered;
    this.#history = options.history ?? [];
    const adapters = new Map<string, LLMAdapter>();
    const adapterFor = ({ fallback: _anotherModel, ...model }: LLMConfig): LLMAdapter => {
      // An adapter remembers the window that its server names.
      const key = JSON.stringify(model);
      const known = adapters.get(key);
      if (known !== undefined) return known;
      if (createAdapter === undefined)
        throw new SettingsError('This engine has one model: turns cannot choose another one.', {
          setting: 'model',
        });
      const made = createAdapter(model);
      adapters.set(key, made);
      return made;
    };
    this.#parts = {
      store: options.store ?? new MemoryThreadStore(),
      tools: options.tools,
      roots,
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      newId: options.newId ?? randomUUID,
      expectOpen: () => {
        this.#expectOpen();
      },
      limits: checkLimits({ ...DEFAULT_RUN_LIMITS, ...options.limits }),
      adapterFor: (model) => (model === undefined ? adapter : adapterFor(model)),
      fallbackFor: (model) =>
        model === undefined ? options.fallback : model.fallback && adapterFor(model.fallback),
      createApprovals: () => new Approvals({ ...judging, roots, ...omitUndefined({ policy }) }),
      pathsOf: (call) => listPaths({ ...call, paths: judging?.pathsOf?.(call) ?? [] }, undefined),
      resolveAttachments: options.resolveAttachments ?? resolveWithoutFiles,
      ...omitUndefined({
        instructions,
        instructionText: options.instructionText,
        checkpoints,
        changes,
        lateErrors,
      }),
    };
  }

  /** A new, empty thread. Errors: `DisposedError`. */
  createThread(): Thread {
    this.#expectOpen();
    const record = ThreadRecord.create(this.#recordOptions(), this.#parts.roots);
    return this.#addThread(record, new Map());
  }

  /**
   * A thread from the store; the same object as long as it is open here. A turn that had no end when its program ended
   * is interrupted: `resume` continues it, and `send` goes on without it. Files that the thread has read have to be
   * read again before they are rewritten, and what was allowed in it has to be allowed again.
   * Errors: `ThreadNotFoundError`, also for a text that is no id; `SchemaVersionError` for a thread that is damaged or of a
   * newer version; `DisposedError`; those of the store.
   */
  async openThread(text: string): Promise<Thread> {
    this.#expectOpen();
    const id = parseThreadId(text);
    const open = this.#threads.get(id);
    if (open?.hasFailed === false) return open;
    const opening = this.#opening.get(id) ?? this.#readThread(id);
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(id);
    }
  }

  /** All threads of the store, the most recently changed first. Errors: those of the store. */
  async listThreads(): Promise<readonly ThreadSummary[]> {
    this.#expectOpen();
    return this.#parts.store.list();
  }

  /** Cancels the thread's turn and forgets the thread; the store keeps it. Does nothing for a thread that is not open. */
  async closeThread(text: string): Promise<void> {
    const id = text as ThreadId;
    const opening = this.#opening.get(id);
    if (opening !== undefined) await opening.catch(() => undefined);
    const thread = this.#threads.get(id);
    if (thread === undefined) return;
    this.#threads.delete(id);
    const closing = thread.close().catch(() => undefined);
    this.#closing.set(id, closing);
    await closing;
    if (this.#closing.get(id) === closing) this.#closing.delete(id);
  }

  /** @internal Cancels the turns of all threads, ends what watches them, and refuses everything from now on. */
  dispose(): void {
    this.#isDisposed = true;
    for (const thread of this.#threads.values()) thread.close().catch(() => undefined);
  }

  /** Cancels the turns of all threads. */
  cancelAll(): void {
    for (const thread of this.#threads.values()) thread.cancel();
  }

  /**
   * Runs one turn and streams its events; `result()` resolves to the last one. The turn runs whether or not its events
   * are read. Leaving the `for await` loop early cancels it, as does an abort of `signal`. Default mode: `agent`.
   * Shape: see `AgentEvent`. For a slow reader tokens are merged; no other event is merged or dropped.
   * Errors: `EngineBusyError` at once while another turn runs, `DisposedError`. Later failures are the `error` event.
   */
  processMessage(
    message: string,
    mode: AgentMode = 'agent',
    { signal }: { readonly signal?: AbortSignal } = {},
  ): EventStream<AgentEvent, TurnOutcome> {
    this.#expectOpen();
    const stream = new EventStream<AgentEvent, TurnOutcome>({
      capacity: STREAM_CAPACITY,
      merge: mergeParts,
      mayOvertake: ({ type }) => type === 'token' || type === 'tool_output',
      onReturn: () => {
        cancel();
      },
    });
    const onEvent = (event: AgentEvent): void => {
      stream.push(event);
      if (event.type !== 'answer' && event.type !== 'error') return;
      signal?.removeEventListener('abort', cancel);
      stream.end(event);
    };
    const turn = this.#conversation().begin(message, { mode }, { onEvent });
    const cancel = (): void => {
      turn.cancel();
    };
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted === true) cancel();
    return stream;
  }

  /** Cancels the running turn at once, with an `error` event of code `CANCELLED`. Does nothing when no turn runs. */
  cancel(): void {
    this.#thread?.cancel();
  }

  getState(): AgentState {
    return this.#thread?.state ?? { status: 'idle' };
  }

  /** Answers an `approval_request`. Returns whether it was still pending: a call is answered once. */
  respondToApproval(callId: string, decision: ApprovalDecision, options?: AnswerOptions): boolean {
    return this.#thread?.respondToApproval(callId, decision, options) ?? false;
  }

  /**
   * Judges all open questions again, for when the policy of `approvals` allows more than before: calls that need no answer
   * any more run, and all others wait on. Never rejects.
   */
  async reconsider(): Promise<void> {
    await Promise.all([...this.#threads.values()].map((thread) => thread.reconsider()));
  }

  /** The conversation so far, oldest first, without the system prompt. */
  get history(): readonly LLMMessage[] {
    return this.#thread?.messages() ?? (this.#isCleared ? [] : this.#history);
  }

  /** Begins an empty conversation, in which nothing is allowed. Cancels a running turn first. Source: property 14. */
  clear(): void {
    if (this.#thread !== undefined) void this.closeThread(this.#thread.id);
    this.#thread = undefined;
    this.#isCleared = true;
  }

  /** The thread of `processMessage`. */
  #conversation(): Thread {
    if (this.#thread !== undefined) return this.#thread;
    const thread = this.createThread();
    if (!this.#isCleared && this.#history.length > 0)
      thread.append({ kind: 'compaction', messages: this.#history });
    this.#thread = thread;
    return thread;
  }

  #expectOpen(): void {
    if (this.#isDisposed)
      throw new DisposedError(
        'The host of this agent was disposed of: make another one with createHost.',
        {},
      );
  }

  #recordOptions(id = this.#parts.newId() as ThreadId): Parameters<typeof ThreadRecord.create>[0] {
    const { store, clock, newId } = this.#parts;
    return { id, store, now: () => clock.now(), newId };
  }

  async #readThread(id: ThreadId): Promise<Thread> {
    await this.#closing.get(id);
    const record = await ThreadRecord.open(this.#recordOptions(id));
    if (record === undefined) throw new ThreadNotFoundError(`There is no thread ${id}.`, { thread: id });
    const thread = this.#makeThread(record, new Map());
    await this.#recovered?.catch(() => undefined);
    await thread.recordInterrupted();
    this.#expectOpen();
    // Only now: a turn that begins earlier would change files which are still looked at.
    this.#threads.set(id, thread);
    return thread;
  }

  #addThread(record: ThreadRecord, reads: ReadLog): Thread {
    const thread = this.#makeThread(record, reads);
    this.#threads.set(record.id, thread);
    return thread;
  }

  #makeThread(record: ThreadRecord, reads: ReadLog): Thread {
    return new Thread({
      parts: this.#parts,
      record,
      reads,
      adopt: (branch: readonly ThreadEntry[], known) => {
        const entries = copyBranch(branch, { thread: record.id, newId: this.#parts.newId });
        return this.#addThread(ThreadRecord.fromEntries(this.#recordOptions(), entries), known);
      },
    });
  }
}

/** Merges parts of one text. */
function mergeParts(last: AgentEvent, next: AgentEvent): AgentEvent | undefined {
  if (last.type === 'token' && next.type === 'token' && last.channel === next.channel)
    return { ...last, content: last.content + next.content };
  const isSameOutput =
    last.type === 'tool_output' &&
    next.type === 'tool_output' &&
    last.callId === next.callId &&
    last.stream === next.stream;
  return isSameOutput ? { ...last, text: last.text + next.text } : undefined;
}
