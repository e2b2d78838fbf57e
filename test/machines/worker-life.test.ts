import * as fc from 'fast-check';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { afterEach, describe, expect, test } from 'vitest';
import type { SupervisionLimits } from '../../src/machines/supervision-limits.js';
import { workerLife, type WorkerReport } from '../../src/machines/worker-life.js';

/** The machine with lives that do nothing by themselves: the test reports for them. */
function supervise(limits: Partial<SupervisionLimits> = {}) {
  const clock = new SimulatedClock();
  const givenUpFor: unknown[] = [];
  let lives = 0;
  let ended = 0;
  const actor = createActor(
    workerLife.provide({
      actions: { 'give up': (_, { error }) => givenUpFor.push(error) },
      actors: {
        'live one life': fromCallback(() => {
          lives += 1;
          return () => {
            ended += 1;
          };
        }),
      },
    }),
    { clock, input: limits },
  ).start();
  actors.push(actor);
  const report = (event: WorkerReport): void => {
    actor.send(event);
  };
  return {
    actor,
    clock,
    givenUpFor,
    counts: () => ({ lives, ended }),
    state: () => actor.getSnapshot().value,
    delayMs: () => actor.getSnapshot().context.delayMs,
    ready: () => {
      report({ type: 'worker.ready' });
    },
    /** Luck 0 takes nothing off the wait. */
    lose: (atMs = clock.now(), luck = 0) => {
      report({ type: 'worker.lost', error: new Error(`lost at ${atMs}`), atMs, luck });
    },
  };
}

const actors: { stop: () => void }[] = [];
afterEach(() => {
  for (const actor of actors.splice(0)) actor.stop();
});

describe('a worker', () => {
  test('that is lost is started again after the back-off, and not before', () => {
    const life = supervise();
    life.ready();
    expect(life.state()).toEqual({ alive: 'ready' });
    life.lose();
    expect(life.state()).toBe('backingOff');
    life.clock.increment(199);
    expect(life.counts()).toEqual({ lives: 1, ended: 1 });
    life.clock.increment(1);
    expect(life.state()).toEqual({ alive: 'starting' });
    expect(life.counts()).toEqual({ lives: 2, ended: 1 });
  });

  test('that falls five times in zero seconds is started five times more, and given up at the sixth fall', () => {
    const life = supervise({ windowMs: 60_000 });
    const delays: number[] = [];
    for (let fall = 1; fall <= 5; fall += 1) {
      life.ready();
      life.lose(0);
      delays.push(life.delayMs());
      life.clock.increment(life.delayMs());
    }
    expect(delays).toEqual([200, 400, 800, 1_600, 3_200]);
    expect(life.counts().lives).toBe(6);
    life.ready();
    life.lose(0);
    expect(life.state()).toBe('failed');
    expect(life.givenUpFor).toEqual([new Error('lost at 0')]);
    life.clock.increment(1_000_000);
    expect(life.counts()).toEqual({ lives: 6, ended: 6 });
  });

  test('that falls seldom is started for ever, with waits that end at 5 s', () => {
    const life = supervise();
    life.ready();
    for (let fall = 0; fall < 50; fall += 1) {
      life.lose(fall * 15_000);
      life.clock.increment(5_000);
      life.ready();
    }
    expect(life.state()).toEqual({ alive: 'ready' });
    expect(life.delayMs()).toBe(5_000);
  });

  test('that has proven itself waits as briefly as at first', () => {
    const life = supervise();
    life.ready();
    life.lose();
    life.clock.increment(200);
    life.ready();
    life.actor.send({ type: 'life.proven' });
    life.lose();
    expect(life.delayMs()).toBe(200);
  });

  test('that was only ready has not proven itself', () => {
    const life = supervise();
    life.ready();
    life.lose();
    life.clock.increment(200);
    life.ready();
    life.lose();
    expect(life.delayMs()).toBe(400);
  });

  test('that fails twice before it was ever ready is given up', () => {
    const life = supervise();
    life.lose();
    expect(life.state()).toBe('backingOff');
    life.clock.increment(200);
    life.lose();
    expect(life.state()).toBe('failed');
  });

  test('that was ready once may fail twice before it is ready again', () => {
    const life = supervise();
    life.ready();
    for (const waitMs of [200, 400, 800]) {
      life.lose();
      life.clock.increment(waitMs);
    }
    expect(life.state()).toEqual({ alive: 'starting' });
  });

  test('that refuses what it was given is given up at once', () => {
    const life = supervise();
    life.actor.send({ type: 'worker.refused', error: 'bad pattern' });
    expect(life.state()).toBe('failed');
    expect(life.givenUpFor).toEqual(['bad pattern']);
  });

  test('that was given up starts afresh when a person asks for it', () => {
    const life = supervise({ maxRestarts: 0 });
    life.ready();
    life.lose();
    expect(life.state()).toBe('failed');
    life.actor.send({ type: 'restart' });
    expect(life.state()).toEqual({ alive: 'starting' });
    expect(life.actor.getSnapshot().context).toMatchObject({
      lossesMs: [],
      unprovenLosses: 0,
      wasEverReady: false,
      maxRestarts: 0,
    });
  });

  test.each(['starting', 'ready', 'backingOff'] as const)(
    'that is %s gives way to another when a person asks for one, at once and once',
    (state) => {
      const life = supervise();
      if (state !== 'starting') life.ready();
      if (state === 'backingOff') life.lose();
      life.actor.send({ type: 'restart' });
      expect(life.state()).toEqual({ alive: 'starting' });
      expect(life.counts()).toEqual({ lives: 2, ended: 1 });
      life.clock.increment(60_000);
      expect(life.counts()).toEqual({ lives: 2, ended: 1 });
    },
  );

  test.each(['starting', 'ready', 'backingOff', 'failed'] as const)(
    'that is stopped while %s leaves nothing behind',
    (state) => {
      const life = supervise({ maxRestarts: state === 'failed' ? 0 : 5 });
      if (state !== 'starting') life.ready();
      if (state === 'backingOff' || state === 'failed') life.lose();
      expect(life.state()).toEqual(state === 'starting' || state === 'ready' ? { alive: state } : state);
      life.actor.send({ type: 'stop' });
      expect(life.actor.getSnapshot().status).toBe('done');
      life.clock.increment(1_000_000);
      expect(life.counts()).toEqual({ lives: 1, ended: 1 });
    },
  );
});

test('luck takes up to half off the wait, which is never longer than 5 s', () => {
  fc.assert(
    fc.property(
      fc.nat(10),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (earlier, luck) => {
        const life = supervise({ maxRestarts: 100 });
        for (let fall = 0; fall < earlier; fall += 1) {
          life.ready();
          life.lose();
          life.clock.increment(5_000);
        }
        life.ready();
        life.lose(life.clock.now(), luck);
        const longestMs = Math.min(200 * 2 ** earlier, 5_000);
        expect(life.delayMs()).toBeLessThanOrEqual(longestMs);
        expect(life.delayMs()).toBeGreaterThanOrEqual(longestMs / 2);
      },
    ),
    { numRuns: 100 },
  );
});

test('without its effects it says which one is missing', () => {
  const errors: unknown[] = [];
  const actor = createActor(workerLife, { input: {} });
  actor.subscribe({ error: (error) => errors.push(error) });
  actor.start();
  expect(errors).toEqual([new Error('"live one life" is not provided')]);
});
