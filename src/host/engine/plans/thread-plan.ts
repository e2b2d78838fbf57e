import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { PlanError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { PlanView } from '../../../actors/protocol/plans/plan-view.js';
import { draftPlan, type PlanProposal } from '../../../actors/threads/plans/draft-plan.js';
import { describePlan } from '../../../actors/threads/plans/describe-plan.js';
import { foldPlan } from '../../../actors/threads/plans/fold-plan.js';
import type { ThreadRecord } from '../../../actors/threads/thread-record.js';
import { plan as planMachine, type PlanEvent } from '../../../machines/plan.js';
import { onAbort } from '../steps/on-abort.js';
import { PlanRun } from './plan-run.js';
import { runStep, type StepThread } from './run-step.js';
import type { StepOptions } from './step-options.js';

/** How a plan is approved. */
export interface ApproveOptions {
  /**
   * Whether the model forgets the conversation before it, and keeps the plan. The entries stay. Default: no.
   */
  readonly clears?: boolean;
  /** Who approves it. `option`: a program was told to approve whatever is proposed. Default: the person. */
  readonly by?: 'person' | 'option';
}

const DONE = new Set(['awaitingApproval', 'paused', 'completed']);

/**
 * The plan of a conversation: what the model or the person has proposed, and what has become of it. Every change is an
 * entry. All methods throw `EngineBusyError` while a turn or a step runs, `PlanError` where the plan is not where they
 * are possible, and `ThreadStoreError`. Source: SPEC P.
 */
export class ThreadPlan {
  readonly #record: ThreadRecord;
  readonly #thread: StepThread;
  #run: PlanRun | undefined;

  /** @internal Plans come with their thread. */
  constructor(record: ThreadRecord, thread: StepThread) {
    this.#record = record;
    this.#thread = thread;
  }

  /** The plan that the current branch ends with; `undefined` where there is none. */
  get current(): PlanView | undefined {
    return foldPlan(this.#record.branch);
  }

  /** What carries out steps now. */
  get run(): PlanRun | undefined {
    return this.#run?.isOver === false ? this.#run : undefined;
  }

  /**
   * Writes another version of the plan, or the first one: the steps that are still to be done. It has to be approved.
   * Errors: `PlanError` as well for steps that cannot be.
   */
  async draft(proposal: PlanProposal): Promise<PlanView> {
    this.#expectIdle();
    this.#record.append(draftPlan(this.current, proposal, 'person'));
    await this.#record.settled();
    return this.#expectPlan();
  }

  /** Approves the plan that has this digest. Nothing of it begins. Errors: `PlanError` when another plan is there now. */
  async approve(digest: string, { clears = false, by = 'person' }: ApproveOptions = {}): Promise<PlanView> {
    this.#expectIdle();
    const actor = this.#start({}, by);
    this.#send(actor, { type: 'approve', digest });
    if (clears)
      this.#record.append({
        kind: 'compaction',
        messages: [{ role: 'user', content: describePlan(this.#expectPlan()) }],
      });
    await this.#record.settled();
    return this.#expectPlan();
  }

  /** Carries out what was approved, from the first step that is not finished; one that has failed is tried again. */
  execute(options: StepOptions = {}): PlanRun {
    return this.#begin({ type: 'execute' }, options);
  }

  /** Goes on without the step at which the plan waits. */
  skip(options: StepOptions = {}): PlanRun {
    return this.#begin({ type: 'skip' }, options);
  }

  /** Gives the plan up. */
  async giveUp(): Promise<PlanView> {
    this.#expectIdle();
    this.#send(this.#start({}), { type: 'give up' });
    await this.#record.settled();
    return this.#expectPlan();
  }

  /** @internal Leaves the running step as it is, as the end of the program does. */
  leave(): void {
    this.#run?.leave();
  }

  #begin(event: PlanEvent, options: StepOptions): PlanRun {
    this.#expectIdle();
    const stopped = new AbortController();
    const actor = this.#start(options, 'person', stopped.signal);
    this.#send(actor, event);
    const run = new PlanRun({
      actor,
      isDone: () => DONE.has(actor.getSnapshot().value),
      settled: async () => {
        await this.#record.settled();
        return this.#expectPlan();
      },
      stop: () => {
        stopped.abort();
        this.#thread.turn?.cancel();
      },
    });
    this.#run = run;
    onAbort(run, options.signal, () => {
      run.stop();
    });
    return run;
  }

  #start(
    options: StepOptions,
    by: 'person' | 'option' = 'person',
    stopped: AbortSignal = new AbortController().signal,
  ): ActorRefFrom<typeof planMachine> {
    const record = this.#record;
    const before = this.current;
    const actor = createActor(
      planMachine.provide({
        actions: {
          record: (_machine, entry) => {
            if (entry === undefined || before === undefined) return;
            const body = entry.kind === 'plan_approved' ? { ...entry, by } : entry;
            record.append({ ...body, plan: before.id });
          },
        },
        actors: {
          'run step': fromPromise(async ({ input: id, signal }) => {
            const step = before?.steps.find((one) => one.id === id);
            if (before === undefined || step === undefined) throw new Error(`There is no step ${id}.`);
            await record.settled();
            return runStep(
              this.#thread,
              options,
              this.current ?? before,
              step,
              AbortSignal.any([signal, stopped]),
            );
          }),
        },
      }),
      { input: omitUndefined({ plan: before }) },
    );
    // A bug in the machine: the run ends as it is.
    actor.subscribe({ error: () => undefined });
    return actor.start();
  }

  #send(actor: ActorRefFrom<typeof planMachine>, event: PlanEvent): void {
    const snapshot = actor.getSnapshot();
    if (snapshot.can(event)) {
      actor.send(event);
      return;
    }
    const { current } = this;
    if (event.type === 'approve' && current?.status === 'draft')
      throw new PlanError(
        'The plan has changed since it was shown: look at it again. Nothing was approved.',
        { problem: 'changed' },
      );
    throw new PlanError(
      `${EXPECTED[event.type]} ${current === undefined ? 'There is none.' : `It is: ${current.status}.`}`,
      { problem: 'state' },
    );
  }

  #expectIdle(): void {
    this.#thread.expectIdle();
    if (this.run !== undefined)
      throw new PlanError('A step of the plan is being carried out: stop it first.', { problem: 'state' });
  }

  #expectPlan(): PlanView {
    const { current } = this;
    if (current === undefined) throw new PlanError('There is no plan.', { problem: 'state' });
    return current;
  }
}

const EXPECTED: Readonly<Record<PlanEvent['type'], string>> = {
  draft: 'A plan can be written while no step runs.',
  approve: 'A draft can be approved.',
  execute: 'An approved plan that has steps left can be carried out.',
  skip: 'A step at which the plan waits can be skipped.',
  'give up': 'A plan that has not ended can be given up.',
};
