import { type as osType } from 'node:os';
import { type ActorRefFrom, createActor } from 'xstate';
import type { Attachment, AttachmentRef } from '../actors/protocol/attachment.js';
import type { ImagePart } from '../actors/protocol/image-part.js';
import type { AgentEvent, AgentMode, AgentState, RunLimits, TurnOutcome } from '../actors/protocol/agent.js';
import { EngineBusyError, SettingsError, UnknownToolError } from '../actors/protocol/errors.js';
import type { LLMAdapter, LLMMessage } from '../actors/protocol/llm.js';
import type { CallPreview, Tool } from '../actors/protocol/tool.js';
import type { AbsPath } from '../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../actors/runtime/clock.js';
import { EventStream } from '../actors/runtime/stream.js';
import { getAttachmentBudget, getOutputBudget } from '../actors/context/output-budget.js';
import { buildSystemPrompt } from '../actors/context/system-prompt.js';
import { parseArguments } from '../actors/tools/calls/parse-arguments.js';
import type { ReadLog } from '../actors/protocol/file-changes.js';
import { toDescription, type ToolRegistry } from '../actors/tools/calls/registry.js';
import { runTool } from '../actors/tools/calls/run-tool.js';
import type { react } from '../machines/react.js';
import type { ApprovalDecision, ValidatedCall } from '../machines/validated-call.js';
import { isOffered } from '../machines/tool-info.js';
import { endWithError } from '../machines/turn-end.js';
import { type AnswerOptions, type ApprovalOptions, Approvals } from './approvals.js';
import { askWithinWindow } from './ask-within-window.js';
import { composeTurn, type TurnServices } from './compose-turn.js';
import type { ResolveAttachments } from './attachments/attachment-context.js';
import { History } from './history.js';
import { PausableTimer } from './pausable-timer.js';

/**
 * - 50 model calls: hard tasks that succeed take 10 to 40, and longer runs seldom succeed.
 * - 2,000,000 tokens: 50 calls with 40,000 tokens each, which stops runs that fill the window in every call.
 * - 30 minutes of work: nobody waits longer for one answer. Time that a person takes to approve calls does not count.
 */
const DEFAULT_LIMITS: RunLimits = { maxIterations: 50, maxTokens: 2_000_000, maxTimeMs: 30 * 60_000 };

// The longest delay that a timer supports, some 24 days.
const MAX_TIMER_MS = 2 ** 31 - 1;

// Events that wait for a slow reader before tokens are merged: a reader this far behind reads in bulk anyway.
const STREAM_CAPACITY = 256;

// Systems whose common name differs from what they report.
const OS_NAMES: Readonly<Record<string, string>> = { Darwin: 'macOS', Windows_NT: 'Windows' };

export interface AgentEngineOptions {
  readonly adapter: LLMAdapter;
  readonly tools: ToolRegistry;
  /** Absolute paths of the workspace folders, the most important first. */
  readonly roots: readonly AbsPath[];
  /** Default: 50 model calls, 2,000,000 tokens, 30 minutes. */
  readonly limits?: Partial<RunLimits>;
  /** Default: read-only tools run without asking, all others need approval. */
  readonly approvals?: ApprovalOptions['policy'];
  /** Further options for judging calls. Default: none, so that every command needs approval. */
  readonly judging?: Omit<ApprovalOptions, 'policy' | 'roots'>;
  /** The conversation to continue, from `history` of another engine. Default: none. */
  readonly history?: readonly LLMMessage[];
  /** Called before each tool call that may change something. A failure is reported and does not stop the call. */
  readonly takeCheckpoint?: (call: ValidatedCall, signal: AbortSignal) => Promise<void>;
  /** Default: nothing can be attached. */
  readonly resolveAttachments?: ResolveAttachments;
  readonly clock?: Clock;
  /** Returns a number of at least 0 and below 1, for the jitter of retries. */
  readonly random?: () => number;
}

/**
 * An agent with a conversation: takes a message, works on it with a model and tools, and emits events.
 * Source: SPEC A1 to A7.
 */
export class AgentEngine {
  /** The current model. */
  readonly adapter: LLMAdapter;
  readonly #options: AgentEngineOptions;
  readonly #limits: RunLimits;
  readonly #clock: Clock;
  readonly #approvals: Approvals;
  readonly #history: History;
  #reads: ReadLog = new Map();
  /** The machine of the running turn. */
  #actor: ActorRefFrom<typeof react> | undefined;

  /**
   * Errors: `SettingsError` for an invalid limit.
   * @internal Programs get their engines from a host.
   */
  constructor(options: AgentEngineOptions) {
    this.adapter = options.adapter;
    this.#options = options;
    this.#limits = checkLimits({ ...DEFAULT_LIMITS, ...options.limits });
    this.#clock = options.clock ?? systemClock;
    const { approvals: policy, judging, roots } = options;
    this.#approvals = new Approvals({ ...judging, roots, ...(policy === undefined ? {} : { policy }) });
    this.#history = new History(options.history);
  }

  /**
   * Runs one turn and streams its events; `result()` resolves to the last one. The turn runs whether or not its events
   * are read. Leaving the `for await` loop early cancels it, as does an abort of `signal`. Default mode: `agent`.
   * Shape: see `AgentEvent`. For a slow reader tokens are merged; no other event is merged or dropped.
   * Errors: `EngineBusyError` at once while another turn runs. Later failures are the `error` event.
   */
  processMessage(
    message: string,
    mode: AgentMode = 'agent',
    {
      signal,
      images = [],
    }: {
      readonly signal?: AbortSignal;
      /** Pictures that go with the message, for models that can see. Default: none. */
      readonly images?: readonly ImagePart[];
    } = {},
  ): EventStream<AgentEvent, TurnOutcome> {
    if (this.#actor !== undefined)
      throw new EngineBusyError(
        'The engine is busy with another message: wait for its end, or cancel it.',
        {},
      );
    const tools = new Map(this.#options.tools.list().map((tool) => [tool.name, tool]));
    const over = new AbortController();
    const stream = new EventStream<AgentEvent, TurnOutcome>({
      capacity: STREAM_CAPACITY,
      merge: mergeParts,
      onReturn: () => {
        cancel();
      },
    });
    const cancel = (): void => {
      actor.send({ type: 'cancel' });
    };
    const tell = (event: AgentEvent): void => {
      stream.push(event);
      if (event.type !== 'answer' && event.type !== 'error') return;
      over.abort();
      signal?.removeEventListener('abort', cancel);
      this.#history.closeOpenCalls();
      this.#actor = undefined;
      stream.end(event);
    };

    const machine = composeTurn(this.#services(tools, tell, over.signal));
    const actor = createActor(machine, { input: { mode, limits: this.#limits, tools } });
    actor.on('*', tell);
    actor.subscribe({
      error: (thrown) => {
        tell(endWithError(thrown, actor.getSnapshot().context.said));
      },
    });
    this.#history.add({ role: 'user', content: message, ...(images.length === 0 ? {} : { images }) });
    this.#actor = actor;
    signal?.addEventListener('abort', cancel);
    actor.start();
    if (signal?.aborted) cancel();
    return stream;
  }

  /**
   * Reads what a person attached, within the window of the model and into the log of what this conversation has read.
   * Errors: the signal's reason.
   * @internal Until a message takes its attachments along.
   */
  async attach(refs: readonly AttachmentRef[], signal: AbortSignal): Promise<readonly Attachment[]> {
    const { resolveAttachments = () => Promise.resolve([]) } = this.#options;
    return resolveAttachments(refs, {
      reads: this.#reads,
      signal,
      budget: getAttachmentBudget(this.adapter),
      imagesAllowed: this.adapter.capabilities?.images !== false,
    });
  }

  /** Cancels the running turn at once, with an `error` event of code `CANCELLED`. Does nothing when no turn runs. */
  cancel(): void {
    this.#actor?.send({ type: 'cancel' });
  }

  getState(): AgentState {
    if (this.#actor === undefined) return { status: 'idle' };
    const asked = this.#approvals.first;
    if (asked !== undefined) return { status: 'awaiting approval', callId: asked.callId, tool: asked.tool };
    const { value, context } = this.#actor.getSnapshot();
    if (value !== 'acting') return { status: 'thinking', iteration: context.iteration };
    const running = context.calls.filter(({ isStarted, result }) => isStarted && result === undefined);
    return { status: 'acting', tools: running.map(({ call }) => call.name) };
  }

  /** Answers an `approval_request`. Returns whether it was still pending: a call is answered once. */
  respondToApproval(callId: string, decision: ApprovalDecision, options?: AnswerOptions): boolean {
    return this.#approvals.answer(callId, decision, options);
  }

  /** The conversation so far, oldest first, without the system prompt. */
  get history(): readonly LLMMessage[] {
    return this.#history.messages;
  }

  /** Clears the conversation and its approvals. Cancels a running turn first. Source: property 14. */
  clear(): void {
    this.cancel();
    this.#history.clear();
    this.#reads = new Map();
    this.#approvals.forget();
  }

  /** The effects of a turn with these tools. */
  #services(
    tools: ReadonlyMap<string, Tool>,
    tell: (event: AgentEvent) => void,
    turn: AbortSignal,
  ): TurnServices {
    const { roots, takeCheckpoint, random = Math.random } = this.#options;
    const clock = this.#clock;
    let timer: PausableTimer | undefined;
    const expectTool = (name: string): Tool => {
      const tool = tools.get(name);
      if (tool !== undefined) return tool;
      throw new UnknownToolError(`There is no tool named "${name}".`, {
        tool: name,
        known: [...tools.keys()],
      });
    };
    return {
      turn,
      callModel: async (mode, hooks) => {
        const offered = [...tools.values()].filter((tool) => isOffered(tool, mode)).map(toDescription);
        const prompt = buildSystemPrompt({
          mode,
          roots,
          toolsOffered: offered.map(({ name }) => name),
          osName: OS_NAMES[osType()] ?? osType(),
          date: new Date(clock.now()).toISOString().slice(0, 'YYYY-MM-DD'.length),
        });
        return askWithinWindow(this.adapter, prompt, this.#history.messages, {
          ...hooks,
          ...(offered.length === 0 ? {} : { tools: offered }),
          clock,
          random,
          onShortened: ({ messages, notice }) => {
            this.#history.replace(messages);
            tell({ type: 'notice', message: notice });
          },
        });
      },
      validateCall: ({ name, arguments: text }) => expectTool(name).validate(parseArguments(name, text)),
      mayRunWithoutAsking: (call) => this.#approvals.mayRunWithoutAsking(call),
      askPerson: async (call, signal) => {
        let isHeld = false;
        try {
          return await this.#approvals.decide(call, {
            signal,
            preview: async (): Promise<CallPreview | undefined> =>
              expectTool(call.tool).preview?.(call.params, { signal, roots, reads: this.#reads }),
            present: (question) => {
              timer?.hold();
              isHeld = true;
              const { callId, tool, category, params } = call;
              tell({ type: 'approval_request', callId, tool, category, params, ...question });
            },
            warn: (message) => {
              tell({ type: 'notice', message });
            },
          });
        } finally {
          if (isHeld) timer?.release();
        }
      },
      takeCheckpoint: async (call, signal) => takeCheckpoint?.(call, signal),
      runTool: (call, signal) =>
        runTool(expectTool(call.tool), call.params, {
          signal,
          roots,
          reads: this.#reads,
          ...(call.access === undefined ? {} : { access: call.access }),
          ...(call.shown === undefined ? {} : { shown: call.shown }),
          budget: getOutputBudget(this.adapter),
          onOutput: ({ stream, text }) => {
            tell({ type: 'tool_output', callId: call.callId, stream, text });
          },
        }),
      addToLog: (message) => {
        this.#history.add(message);
      },
      keepTime: (maxTimeMs, onTimeUp) => {
        const running = new PausableTimer(clock, maxTimeMs, onTimeUp);
        timer = running;
        return () => {
          running.stop();
        };
      },
    };
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

function checkLimits(limits: RunLimits): RunLimits {
  const most = { maxIterations: Infinity, maxTokens: Infinity, maxTimeMs: MAX_TIMER_MS };
  for (const name of ['maxIterations', 'maxTokens', 'maxTimeMs'] as const) {
    const value = limits[name];
    if (!(value >= 1 && value <= most[name]))
      throw new SettingsError(`${name} must be a number from 1 to ${most[name]}, got ${String(value)}.`, {
        setting: name,
      });
  }
  return limits;
}
