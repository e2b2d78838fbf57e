import { assign, type EventObject, fromCallback, setup } from 'xstate';
import { notProvided } from './not-provided.js';
import type { SupervisionLimits } from './supervision-limits.js';

// Short enough that a person hardly notices the first restart.
const FIRST_DELAY_MS = 200;

// Longer waits would not help a worker that five tries did not.
const MAX_DELAY_MS = 5_000;

// A worker that has never been ready and fails twice is broken (a missing file, a bad build), not unlucky.
const MAX_LOSSES_BEFORE_READY = 2;

// Enough to survive a bad minute, too few to burn a core on a worker that cannot live.
const DEFAULT_LIMITS: SupervisionLimits = { maxRestarts: 5, windowMs: 60_000 };

const NO_LIMITS_GIVEN: Partial<SupervisionLimits> = {};

interface WorkerLifeContext extends SupervisionLimits {
  /** When it was lost, within the window that ends with the last loss. */
  readonly lossesMs: readonly number[];
  /** Losses since a life last proved itself. */
  readonly unprovenLosses: number;
  readonly wasEverReady: boolean;
  readonly delayMs: number;
  /** Why the last life ended. */
  readonly lastError: unknown;
}

/** What a life reports. `atMs` and `luck` (from 0 up to, not including, 1) come from outside: the machine has neither. */
export type WorkerReport =
  | { readonly type: 'worker.ready' }
  | { readonly type: 'worker.lost'; readonly error: unknown; readonly atMs: number; readonly luck: number }
  /** It will not work with what it was given: another life would end the same way. */
  | { readonly type: 'worker.refused'; readonly error: unknown };

export type WorkerLifeEvent =
  | WorkerReport
  /** The worker became ready and has answered something: its next loss waits as briefly as a first one. */
  | { readonly type: 'life.proven' }
  /** A person asks for another life: after it has failed, or instead of the present one. */
  | { readonly type: 'restart' }
  | { readonly type: 'stop' };

const UNBORN = { lossesMs: [], unprovenLosses: 0, wasEverReady: false, delayMs: 0, lastError: undefined };

/**
 * Keeps one worker alive: after a loss it waits and starts another, and gives up when that happens too often.
 *
 *     starting -> ready -> backingOff -> starting ... -> failed
 *
 * A restart begins afresh from every one of them.
 *
 * At most 5 restarts in 60 s; 200 ms, doubling to 5 s, less up to half of it by luck, so that workers that fell
 * together do not rise together. Two losses before it was ever ready are enough to give up.
 * Source: ARCHITECTURE, Actors, Supervision.
 */
export const workerLife = setup({
  types: {
    input: NO_LIMITS_GIVEN,
    context: {} as WorkerLifeContext,
    events: {} as WorkerLifeEvent,
  },
  actors: {
    'live one life': fromCallback<EventObject>(() => notProvided('live one life')),
  },
  actions: {
    'give up': (_machine, _why: { readonly error: unknown }) => notProvided('give up'),
  },
  guards: {
    'never lives': ({ context }) =>
      !context.wasEverReady && context.unprovenLosses >= MAX_LOSSES_BEFORE_READY,
    'fell too often': ({ context }) => context.lossesMs.length > context.maxRestarts,
  },
  delays: {
    'back-off': ({ context }) => context.delayMs,
  },
}).createMachine({
  id: 'worker life',
  context: ({ input }) => ({ ...UNBORN, ...DEFAULT_LIMITS, ...input }),
  initial: 'alive',
  on: { stop: '.stopped', restart: { target: '.alive', actions: assign(UNBORN) } },
  states: {
    alive: {
      invoke: { src: 'live one life' },
      initial: 'starting',
      states: {
        starting: {
          on: {
            'worker.ready': { target: 'ready', actions: assign({ wasEverReady: true }) },
            'worker.refused': {
              target: '#failed',
              actions: assign({ lastError: ({ event }) => event.error }),
            },
          },
        },
        ready: {
          on: { 'life.proven': { actions: assign({ unprovenLosses: 0 }) } },
        },
      },
      on: {
        'worker.lost': {
          target: 'judging',
          actions: assign(({ context, event: { error, atMs, luck } }) => ({
            lossesMs: [...context.lossesMs.filter((ms) => ms > atMs - context.windowMs), atMs],
            unprovenLosses: context.unprovenLosses + 1,
            delayMs: delayAfter(context.unprovenLosses, luck),
            lastError: error,
          })),
        },
      },
    },
    judging: {
      always: [
        { guard: 'never lives', target: 'failed' },
        { guard: 'fell too often', target: 'failed' },
        { target: 'backingOff' },
      ],
    },
    backingOff: { after: { 'back-off': 'alive' } },
    failed: {
      id: 'failed',
      entry: { type: 'give up', params: ({ context }) => ({ error: context.lastError }) },
    },
    stopped: { type: 'final' },
  },
});

function delayAfter(earlierLosses: number, luck: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** earlierLosses, MAX_DELAY_MS) * (1 - luck / 2);
}
