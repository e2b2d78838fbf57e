import * as fc from 'fast-check';
import { createActor, fromPromise } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { StepEnd } from '../../src/actors/protocol/plans/plan.js';
import { plan, type PlanEvent, type PlanInput, type PlanRecord } from '../../src/machines/plan.js';
import { RUNS } from '../actors/threads/property-runs.js';
import { settle } from '../doubles/settle.js';

/** A run of the machine whose steps end when the test says so. */
function start(input: PlanInput = {}) {
  const entries: PlanRecord[] = [];
  const begun: number[] = [];
  let end: ((how: StepEnd | Error) => void) | undefined;
  const actor = createActor(
    plan.provide({
      actions: {
        record: (_machine, entry) => {
          if (entry !== undefined) entries.push(entry);
        },
      },
      actors: {
        'run step': fromPromise(
          ({ input: step }) =>
            new Promise<StepEnd>((resolve, reject) => {
              begun.push(step);
              end = (how) => {
                end = undefined;
                if (how instanceof Error) reject(how);
                else resolve(how);
              };
            }),
        ),
      },
    }),
    { input },
  ).start();
  return {
    entries,
    begun,
    send: (event: PlanEvent) => {
      actor.send(event);
    },
    can: (event: PlanEvent) => actor.getSnapshot().can(event),
    end: async (how: StepEnd | Error) => {
      end?.(how);
      await settle();
    },
    get isBusy() {
      return end !== undefined;
    },
    get state() {
      return actor.getSnapshot().value;
    },
  };
}

const work = (digest: string, ...ids: number[]) => ({
  digest,
  steps: ids.map((id) => ({ id, status: 'pending' as const })),
});

describe('a plan', () => {
  test('is carried out step by step, once it is approved by the digest of what was shown', async () => {
    const run = start();
    expect(run.state).toBe('planning');
    run.send({ type: 'draft', work: work('one', 1, 2) });
    for (const event of [
      { type: 'execute' },
      { type: 'skip' },
      { type: 'approve', digest: 'other' },
    ] as const) {
      expect(run.can(event)).toBe(false);
      run.send(event);
    }
    expect([run.state, run.entries]).toEqual(['awaitingApproval', []]);
    run.send({ type: 'approve', digest: 'one' });
    expect([run.state, run.begun]).toEqual(['approved', []]);
    run.send({ type: 'execute' });
    await run.end({ status: 'completed', result: 'done' });
    expect(run.begun).toEqual([1, 2]);
    await run.end({ status: 'completed' });
    expect(run.state).toBe('completed');
    expect(run.entries).toEqual([
      { kind: 'plan_approved', digest: 'one' },
      { kind: 'step', step: 1, status: 'running' },
      { kind: 'step', step: 1, status: 'completed', result: 'done' },
      { kind: 'step', step: 2, status: 'running' },
      { kind: 'step', step: 2, status: 'completed' },
      { kind: 'plan_ended', outcome: 'completed' },
    ]);
  });

  test.each<[event: PlanEvent, state: string, begun: readonly number[]]>([
    [{ type: 'execute' }, 'executing', [1, 1]],
    [{ type: 'skip' }, 'executing', [1, 2]],
    [{ type: 'draft', work: work('two', 3) }, 'awaitingApproval', [1]],
    [{ type: 'give up' }, 'failed', [1]],
  ])('waits at a step that has failed, until %j', async (event, state, begun) => {
    const run = start({ plan: { ...work('one', 1, 2), status: 'approved' } });
    run.send({ type: 'execute' });
    await run.end({ status: 'failed', failure: 'not met' });
    expect(run.state).toBe('paused');
    run.send(event);
    expect([run.state, run.begun]).toEqual([state, begun]);
  });

  test('waits where the program ended, and does not begin the step anew', () => {
    const run = start({
      plan: {
        digest: 'one',
        status: 'executing',
        steps: [
          { id: 1, status: 'completed' },
          { id: 2, status: 'running' },
        ],
      },
    });
    expect(run.state).toBe('paused');
    run.send({ type: 'execute' });
    expect([run.begun, run.entries]).toEqual([[2], []]);
  });

  test('waits at a step whose effect has a bug', async () => {
    const run = start({ plan: { ...work('one', 1), status: 'approved' } });
    run.send({ type: 'execute' });
    await run.end(new Error('broken'));
    expect(run.entries.at(-1)).toEqual({
      kind: 'step',
      step: 1,
      status: 'failed',
      failure: 'error',
      result: 'broken',
    });
    expect(run.state).toBe('paused');
  });

  test.each(['draft', 'completed', 'failed', 'abandoned'] as const)(
    'that is %s carries nothing out when the program starts again',
    (status) => {
      const run = start({ plan: { ...work('one', 1), status } });
      for (const type of ['execute', 'skip'] as const) run.send({ type });
      expect(run.begun).toEqual([]);
    },
  );
});

const anyDigest = fc.constantFrom('one', 'two', 'three');
const anyWork = fc.record({
  digest: anyDigest,
  steps: fc
    .uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 })
    .map((ids) => ids.map((id) => ({ id, status: 'pending' as const }))),
});
const anyEnd = fc.oneof(
  fc.constant<StepEnd>({ status: 'completed' }),
  fc.constant<StepEnd>({ status: 'failed', failure: 'limit' }),
  fc.constant(new Error('a bug')),
);
const anyMove = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('draft' as const), work: anyWork }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('approve' as const), digest: anyDigest }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('execute' as const, 'skip' as const, 'give up' as const) }),
  },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('end' as const), how: anyEnd }) },
);

test('whatever happens in whatever order, nothing runs that was not approved, steps run one after the other, and every state has an exit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { maxLength: 30 }), async (moves) => {
      const run = start();
      let drafted: { digest: string; steps: readonly { id: number }[] } | undefined;
      let approved: string | undefined;
      let finished: number[] = [];
      for (const move of moves) {
        const before = run.begun.length;
        const wasBusy = run.isBusy;
        if (move.type === 'end') await run.end(move.how);
        else {
          const isTaken = run.can(move);
          if (move.type === 'draft' && isTaken) {
            drafted = move.work;
            approved = undefined;
            finished = [];
          }
          if (move.type === 'approve' && isTaken) {
            expect(move.digest).toBe(drafted?.digest);
            approved = move.digest;
          }
          if (wasBusy) expect(isTaken).toBe(false);
          run.send(move);
        }
        for (const entry of run.entries.splice(0))
          if (entry.kind === 'step' && (entry.status === 'completed' || entry.status === 'skipped'))
            finished.push(entry.step);
        if (run.begun.length > before) {
          expect(run.begun.length).toBe(before + 1);
          expect(approved).toBe(drafted?.digest);
          const [next] = drafted?.steps.filter(({ id }) => !finished.includes(id)) ?? [];
          expect(run.begun.at(-1)).toBe(next?.id);
        }
        if (run.state !== 'executing')
          expect(run.can({ type: 'draft', work: { digest: 'one', steps: [] } })).toBe(true);
        else expect(run.isBusy).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});
