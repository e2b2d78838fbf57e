import { assign, fromPromise, setup } from 'xstate';
import { messageOf } from '../actors/protocol/errors/message-of.js';
import { isFinished, type PlanStatus, type StepEnd, type StepStatus } from '../actors/protocol/plans/plan.js';
import { notProvided } from './not-provided.js';

/** A step, as far as the machine needs it. */
export interface PlannedStep {
  readonly id: number;
  readonly status: StepStatus;
}

/** A version of a plan, as far as the machine needs it. */
export interface PlannedWork {
  /** Identifies exactly what was shown. */
  readonly digest: string;
  readonly steps: readonly PlannedStep[];
}

export interface PlanInput {
  /** The plan that the thread has. Default: none. */
  readonly plan?: PlannedWork & { readonly status: PlanStatus };
}

interface PlanContext {
  readonly before: PlanStatus | undefined;
  readonly plan: PlannedWork;
}

export type PlanEvent =
  /** A new version of the plan, by whomever. It is recorded already. */
  | { readonly type: 'draft'; readonly work: PlannedWork }
  /** The person approves what they were shown. */
  | { readonly type: 'approve'; readonly digest: string }
  /** Carries out what was approved, from the first step that is not finished. */
  | { readonly type: 'execute' }
  /** Goes on without the step at which it waits. */
  | { readonly type: 'skip' }
  | { readonly type: 'give up' };

type DraftEvent = Extract<PlanEvent, { type: 'draft' }>;

/** What the machine records. */
export type PlanRecord =
  | { readonly kind: 'plan_approved'; readonly digest: string }
  | ({ readonly kind: 'step'; readonly step: number } & ({ readonly status: 'running' } | StepEnd))
  | { readonly kind: 'plan_ended'; readonly outcome: 'completed' | 'failed' | 'abandoned' };

// Types of the machine are those of values.
const NO_INPUT: PlanInput = {};
const NO_PLAN: PlannedWork = { digest: '', steps: [] };

const run = setup({
  types: {
    input: NO_INPUT,
    context: {} as PlanContext,
    events: {} as PlanEvent,
  },
  actors: {
    /** Carries out the step with that id. Its result is what the thread records of it. */
    'run step': fromPromise<StepEnd, number>(async () => notProvided('run step')),
  },
  guards: {
    'there is none': ({ context }) => context.before === undefined,
    'was a draft': ({ context }) => context.before === 'draft',
    'was approved': ({ context }) => context.before === 'approved',
    'had begun': ({ context }) => context.before === 'executing',
    'was completed': ({ context }) => context.before === 'completed',
    'had failed': ({ context }) => context.before === 'failed',
    'is what was shown': ({ context }, digest: string) => digest === context.plan.digest,
    'is done': ({ context }) => context.plan.steps.every(isFinished),
    'has succeeded': (_, end: StepEnd) => end.status === 'completed',
  },
  actions: {
    /** Adds an entry to the thread; `undefined`: there is nothing to record. */
    record: (_machine, _entry: PlanRecord | undefined) => notProvided('record'),
    take: assign((_, plan: PlannedWork) => ({ plan })),
    place: assign(({ context: { plan } }, status: StepStatus) => ({
      plan: {
        ...plan,
        steps: plan.steps.map((step) => (step === findNext(plan) ? { ...step, status } : step)),
      },
    })),
  },
});

const DRAFT = {
  target: 'awaitingApproval',
  actions: { type: 'take', params: ({ event }: { readonly event: DraftEvent }) => event.work },
} as const;

const giveUp = (outcome: 'failed' | 'abandoned') =>
  ({
    target: outcome,
    actions: { type: 'record', params: { kind: 'plan_ended', outcome } },
  }) as const;

/**
 * The life of a plan. A step is carried out in `executing` alone, and no way leads there from another version of the plan
 * but over an `approve` with its digest.
 *
 *     planning -> awaitingApproval -> approved -> choosing <-> executing -> paused
 *                                                 choosing -> completed     paused -> choosing | failed
 *
 * Wherever no step runs, another version of the plan leads back to `awaitingApproval`. Source: SPEC P; properties 6, 7.
 */
export const plan = run.createMachine({
  id: 'plan',
  context: ({ input: { plan: known } }) => ({
    before: known?.status,
    plan: known ?? NO_PLAN,
  }),
  initial: 'placing',
  states: {
    placing: {
      always: [
        { guard: 'there is none', target: 'planning' },
        { guard: 'was a draft', target: 'awaitingApproval' },
        { guard: 'was approved', target: 'approved' },
        { guard: 'had begun', target: 'paused' },
        { guard: 'was completed', target: 'completed' },
        { guard: 'had failed', target: 'failed' },
        { target: 'abandoned' },
      ],
    },
    planning: { on: { draft: DRAFT } },
    awaitingApproval: {
      on: {
        draft: DRAFT,
        approve: {
          guard: { type: 'is what was shown', params: ({ event }) => event.digest },
          target: 'approved',
          actions: {
            type: 'record',
            params: ({ event }) => ({ kind: 'plan_approved', digest: event.digest }),
          },
        },
        'give up': giveUp('abandoned'),
      },
    },
    approved: { on: { draft: DRAFT, execute: 'choosing', 'give up': giveUp('abandoned') } },
    choosing: {
      always: [
        {
          guard: 'is done',
          target: 'completed',
          actions: { type: 'record', params: { kind: 'plan_ended', outcome: 'completed' } },
        },
        { target: 'executing' },
      ],
    },
    executing: {
      entry: [
        { type: 'record', params: ({ context }) => beginEntry(context.plan) },
        { type: 'place', params: 'running' },
      ],
      invoke: {
        src: 'run step',
        input: ({ context }) => findNext(context.plan)?.id ?? 0,
        onDone: [
          {
            guard: { type: 'has succeeded', params: ({ event }) => event.output },
            target: 'choosing',
            actions: [
              { type: 'record', params: ({ context, event }) => endEntry(context.plan, event.output) },
              { type: 'place', params: ({ event }) => event.output.status },
            ],
          },
          {
            target: 'paused',
            actions: [
              { type: 'record', params: ({ context, event }) => endEntry(context.plan, event.output) },
              { type: 'place', params: ({ event }) => event.output.status },
            ],
          },
        ],
        onError: {
          target: 'paused',
          actions: [
            { type: 'record', params: ({ context, event }) => endEntry(context.plan, brokenBy(event.error)) },
            { type: 'place', params: 'failed' },
          ],
        },
      },
    },
    paused: {
      on: {
        draft: DRAFT,
        execute: 'choosing',
        skip: {
          target: 'choosing',
          actions: [
            { type: 'record', params: ({ context }) => endEntry(context.plan, { status: 'skipped' }) },
            { type: 'place', params: 'skipped' },
          ],
        },
        'give up': giveUp('failed'),
      },
    },
    completed: { on: { draft: DRAFT } },
    failed: { on: { draft: DRAFT } },
    abandoned: { on: { draft: DRAFT } },
  },
});

/** The first step that is not finished. */
function findNext({ steps }: PlannedWork): PlannedStep | undefined {
  return steps.find((step) => !isFinished(step));
}

/** It is running already where the program ended meanwhile. */
function beginEntry(work: PlannedWork): PlanRecord | undefined {
  const next = findNext(work);
  if (next === undefined || next.status === 'running') return undefined;
  return { kind: 'step', step: next.id, status: 'running' };
}

function endEntry(work: PlannedWork, end: StepEnd): PlanRecord | undefined {
  const next = findNext(work);
  return next === undefined ? undefined : { kind: 'step', step: next.id, ...end };
}

function brokenBy(error: unknown): StepEnd {
  return { status: 'failed', failure: 'error', result: messageOf(error) };
}
