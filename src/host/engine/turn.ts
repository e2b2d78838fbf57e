import { type ActorRefFrom, createActor } from 'xstate';
import type {
  AgentEvent,
  AgentMode,
  AgentState,
  RunLimits,
  TurnOutcome,
} from '../../actors/protocol/agent.js';
import { modelName } from '../../actors/llm/model-name.js';
import { CancellationError } from '../../actors/protocol/errors.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { LLMAdapter } from '../../actors/protocol/llm.js';
import type { BodyOf, EntryBody, StepPlace, TurnId } from '../../actors/protocol/thread.js';
import { type Deferred, deferred } from '../../actors/runtime/deferred.js';
import type { OpenTurn } from '../../actors/threads/open-turn.js';
import type { ThreadEvent, ThreadRecord } from '../../actors/threads/thread-record.js';
import { TurnFeed } from '../../actors/threads/turn-feed.js';
import type { react } from '../../machines/react.js';
import { partialEntry } from '../../machines/reply-entry.js';
import { endWithError } from '../../machines/turn-end.js';
import type { Approvals } from './approvals.js';
import { composeTurn } from './compose-turn.js';
import type { EngineParts } from './engine-parts.js';
import { listCallIds } from './list-call-ids.js';
import type { TimeTravel } from './time-travel.js';
import { TurnModel } from './turn-model.js';
import { createTurnServices } from './turn-services.js';
import { composeHead, type HeadFacts, planHead } from './window/compose-head.js';
import { toolsForModel } from './window/tools-for-model.js';

/** What a turn works with. Each turn of a thread may have another one. */
export interface TurnPlan {
  readonly adapter: LLMAdapter;
  /** The model that goes on when `adapter` cannot be reached. Default: the turn fails. */
  readonly fallback?: LLMAdapter;
  readonly mode: AgentMode;
  readonly limits: RunLimits;
}

interface TurnOptions {
  readonly id: TurnId;
  readonly parts: EngineParts;
  readonly thread: ThreadRecord;
  readonly approvals: Approvals;
  readonly reads: ReadLog;
  readonly travel: TimeTravel;
  readonly plan: TurnPlan;
  /** The interrupted turn that this one continues. Default: it begins. */
  readonly resumed?: OpenTurn;
  /** The step of a plan that it carries out. Default: none. */
  readonly step?: StepPlace;
  /** Gets the events of the turn, at once. */
  readonly onEvent?: (event: AgentEvent) => void;
  /** Called when the store has the end of the turn. */
  readonly onEnd: (turn: Turn, ended: BodyOf<'turn_ended'>) => void;
}

/**
 * One run of the agent in a thread. Ends by itself, with whatever outcome; nobody has to watch it.
 * Source: SPEC A8.
 */
export class Turn {
  readonly id: TurnId;
  /** The model, the mode and the limits. */
  readonly plan: TurnPlan;
  readonly #options: TurnOptions;
  readonly #over = new AbortController();
  readonly #outcome: Deferred<TurnOutcome> = deferred();
  readonly #feed: TurnFeed;
  readonly #actor: ActorRefFrom<typeof react>;
  readonly #headFacts: () => HeadFacts;
  #detach = (): void => undefined;

  /** @internal Turns come from a `Thread`. */
  constructor(options: TurnOptions) {
    this.id = options.id;
    this.plan = options.plan;
    this.#options = options;
    this.#feed = new TurnFeed(options.id);
    const {
      id,
      parts,
      thread,
      approvals,
      reads,
      travel,
      plan,
      resumed,
      step = resumed?.began.step,
    } = options;
    const offered = toolsForModel(parts.tools.list(), {
      ...plan,
      branch: thread.branch,
      isStep: step !== undefined,
    });
    const tools = new Map(offered.map((tool) => [tool.name, tool]));
    this.#headFacts = () => ({
      mode: plan.mode,
      roots: parts.roots,
      tools: [...tools.values()],
      instructionText: parts.instructionText,
      now: parts.clock.now(),
    });
    const services = createTurnServices({
      id,
      parts,
      thread,
      approvals,
      reads,
      travel,
      model: new TurnModel({
        adapter: plan.adapter,
        fallback: plan.fallback,
        branch: () => thread.branch,
        composeHead: () => composeHead(this.#headFacts()),
        stored: () => thread.settled(),
      }),
      tools,
      isStep: step !== undefined,
      turn: this.#over.signal,
      record: (body) => {
        this.#record(body);
      },
    });
    const usedCallIds = new Set(thread.entries.flatMap(listCallIds));
    const { mode, limits } = plan;
    const model = modelName(plan.adapter);
    this.#actor = createActor(composeTurn(services), {
      input: {
        mode,
        limits,
        tools,
        usedCallIds,
        ...omitUndefined({ openCalls: resumed?.calls }),
        ...(resumed === undefined || resumed.began.model === model ? {} : { model }),
      },
    });
    this.#actor.subscribe({
      error: (thrown) => {
        this.#break(thrown);
      },
    });
  }

  /** @internal Records that the turn begins, and runs it. */
  start(): void {
    const { thread, resumed, plan, step } = this.#options;
    this.#detach = thread.listen({
      onEvent: (event) => {
        this.#take(event);
      },
      onFailure: (error) => {
        this.#lose(error);
      },
    });
    if (resumed === undefined) {
      const { adapter, mode, limits } = plan;
      const model = modelName(adapter);
      const news = planHead(thread.branch, model, this.#headFacts());
      this.#record({
        kind: 'turn_began',
        mode,
        model,
        limits,
        ...news,
        ...omitUndefined({ step }),
      });
      const added = news.toolsChanged?.added ?? [];
      if (added.length > 0)
        this.#record({
          kind: 'notice',
          message: `The model gets these new tools with the next compaction of this conversation, or in a new one: ${added.join(', ')}.`,
        });
    } else {
      this.#feed.resume(thread.branch.slice(thread.branch.indexOf(resumed.began) + 1));
    }
    if (thread.failure === undefined) this.#actor.start();
    else this.#lose(thread.failure.error);
  }

  /** Cancels the turn at once; the text so far is kept. Does nothing when it is over. */
  cancel(): void {
    if (!this.isOver) this.#actor.send({ type: 'cancel' });
  }

  /**
   * Stops the turn at once and leaves it without an end, as the end of the program does. The text so far is recorded.
   * Does nothing when the turn is over.
   */
  interrupt(): void {
    if (this.isOver) return;
    this.#recordPartialReply('cancelled');
    this.#lose(new CancellationError('The program ended before the turn did.', {}));
  }

  /** Resolves to the last event of the turn, once it is stored. Never rejects. */
  result(): Promise<TurnOutcome> {
    return this.#outcome.promise;
  }

  /** Whether nothing more happens in the turn. Its end may still be on its way to the store. */
  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  get state(): AgentState {
    if (this.isOver) return { status: 'idle' };
    const asked = this.#options.approvals.first;
    if (asked !== undefined) return { status: 'awaiting approval', callId: asked.callId, tool: asked.tool };
    const { value, context } = this.#actor.getSnapshot();
    if (value !== 'acting') return { status: 'thinking', iteration: context.iteration };
    const running = context.calls.filter(({ isStarted, result }) => isStarted && result === undefined);
    return { status: 'acting', tools: running.map(({ call }) => call.name) };
  }

  #record(body: EntryBody): void {
    if (this.isOver) return;
    this.#options.thread.append(body, { turn: this.id });
    if (body.kind === 'turn_ended') this.#over.abort();
  }

  #take(event: ThreadEvent): void {
    this.#tell(this.#feed.take(event));
    if (event.type === 'entry' && event.entry.turn === this.id && event.entry.kind === 'turn_ended')
      this.#options.onEnd(this, event.entry);
  }

  #tell(events: readonly AgentEvent[]): void {
    for (const event of events) {
      this.#options.onEvent?.(event);
      if (event.type !== 'answer' && event.type !== 'error') continue;
      this.#detach();
      this.#outcome.resolve(event);
    }
  }

  /** Ends the turn after a bug in its machine. */
  #break(thrown: unknown): void {
    this.#recordPartialReply('failed');
    this.#record(endWithError(thrown));
  }

  /** Records the text of a reply that is not complete. */
  #recordPartialReply(stop: 'failed' | 'cancelled'): void {
    const { value, context } = this.#actor.getSnapshot();
    const partial = value === 'thinking' ? partialEntry(context, stop) : undefined;
    if (partial !== undefined) this.#record(partial);
  }

  /** Ends the turn without an entry. */
  #lose(error: unknown): void {
    this.#over.abort();
    this.#actor.stop();
    const ended = endWithError(error);
    this.#tell(this.#feed.lose(ended));
    this.#options.onEnd(this, ended);
  }
}
