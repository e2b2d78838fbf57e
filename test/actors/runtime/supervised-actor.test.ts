import { afterEach, describe, expect, test, vi } from 'vitest';
import { ActorLostError, PatternSyntaxError } from '../../../src/actors/protocol/errors.js';
import { type Deferred, deferred } from '../../../src/actors/runtime/deferred.js';
import type { Protocol } from '../../../src/actors/runtime/ref.js';
import type { Connection } from '../../../src/actors/runtime/remote.js';
import type { SupervisionLimits } from '../../../src/actors/runtime/restart-budget.js';
import { SupervisedActor } from '../../../src/actors/runtime/supervised-actor.js';
import { errorOf } from '../../doubles/error-of.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { settle } from '../../doubles/settle.js';

interface News extends Protocol {
  readonly asks: { readonly work: { arg: undefined; reply: string } };
  readonly tells: { readonly hint: undefined };
  readonly events: { readonly news: string };
}

describe('a supervised actor', () => {
  interface Life {
    readonly ref: Connection<News>;
    readonly lost: Deferred<ActorLostError>;
  }
  const actors: SupervisedActor<News>[] = [];
  afterEach(async () => {
    for (const actor of actors.splice(0)) await actor[Symbol.asyncDispose]();
  });

  function supervise(
    options: {
      limits?: Partial<SupervisionLimits>;
      start?: () => Promise<Connection<News>>;
      isOnDemand?: boolean;
    } = {},
  ) {
    const clock = new FakeClock();
    const lives: Life[] = [];
    const disposed: string[] = [];
    const listened: string[] = [];
    const hanging = new Set<string>();
    const born = (): Promise<Connection<News>> => {
      const lost = deferred<ActorLostError>();
      const name = `life ${lives.length}`;
      const ref: Connection<News> = {
        name,
        lost: lost.promise,
        ask: async () => 'done' as never,
        tell: (kind) => listened.push(`${kind} to ${name}`),
        on: (kind) => {
          listened.push(`${kind} of ${name}`);
          return () => listened.push(`no more ${kind} of ${name}`);
        },
        ping: (onAnswer) => {
          if (!hanging.has(name)) onAnswer();
        },
        [Symbol.asyncDispose]: async () => {
          disposed.push(name);
        },
      };
      lives.push({ ref, lost });
      return Promise.resolve(ref);
    };
    const { start = born, limits = {}, isOnDemand = false } = options;
    const random = () => 0;
    const actor = new SupervisedActor<News>({ name: 'index', start, isOnDemand, limits, clock, random });
    actors.push(actor);
    const lose = async (): Promise<void> => {
      lives.at(-1)?.lost.resolve(new ActorLostError('It fell.', { actor: 'index' }));
      await settle();
    };
    return { actor, clock, lives, disposed, listened, hanging, born, lose };
  }

  test('is the life that began', async () => {
    const { actor, lives } = supervise();
    expect(await actor.current()).toBe(lives[0]?.ref);
  });

  test('that is lost is followed by another, and who asks in between waits for it', async () => {
    const { actor, clock, lives, disposed, lose } = supervise();
    await settle();
    await lose();
    const next = actor.current();
    await settle();
    clock.advance(200);
    expect((await next).name).toBe('life 1');
    expect(disposed).toEqual(['life 0']);
    expect(lives.length).toBe(2);
  });

  test('is listened to in each of its instances, until the listener takes its leave', async () => {
    const { actor, clock, listened, lose } = supervise();
    const leaveEarly = actor.on('news', () => undefined);
    await settle();
    const leave = actor.on('news', () => undefined);
    leaveEarly();
    await lose();
    clock.advance(200);
    await settle();
    leave();
    expect(listened).toEqual([
      'news of life 0',
      'news of life 0',
      'no more news of life 0',
      'no more news of life 0',
      'news of life 1',
      'no more news of life 1',
    ]);
  });

  test('that falls too often is given up with its last error, and a restart begins afresh', async () => {
    const { actor, lose } = supervise({ limits: { maxRestarts: 0 } });
    await settle();
    await lose();
    expect(await errorOf(() => actor.current())).toEqual(new ActorLostError('It fell.', { actor: 'index' }));
    expect((await actor.lost).message).toBe('It fell.');
    actor.restart();
    expect((await actor.current()).name).toBe('life 1');
    await lose();
    expect((await actor.lost).message).toBe('It fell.');
  });

  test('that is alive gives way to another when a person asks for one, and is disposed of', async () => {
    const { actor, disposed } = supervise();
    await settle();
    actor.restart();
    const next = await actor.current();
    await settle();
    expect([next.name, disposed]).toEqual(['life 1', ['life 0']]);
  });

  test('tells how it is, from its start to its end', async () => {
    const { actor, clock, lose } = supervise({ limits: { maxRestarts: 1 } });
    const states: string[] = [];
    const leave = actor.onState((state) => states.push(state));
    await settle();
    await lose();
    clock.advance(200);
    await settle();
    await lose();
    actor.restart();
    await settle();
    leave();
    await lose();
    expect(states).toEqual(['starting', 'alive', 'restarting', 'alive', 'failed', 'starting', 'alive']);
  });

  test('on demand is idle until the first ask; what it was told before, and who listens, waits for that', async () => {
    const { actor, clock, lives, listened, lose } = supervise({ isOnDemand: true });
    const states: string[] = [];
    actor.onState((state) => states.push(state));
    actor.on('news', () => undefined);
    actor.tell('hint', undefined);
    await settle();
    clock.advance(60_000);
    expect([lives.length, clock.pending, states, listened]).toEqual([0, 0, ['idle'], []]);
    expect(await Promise.all([actor.ask('work', undefined), actor.ask('work', undefined)])).toEqual([
      'done',
      'done',
    ]);
    expect([lives.length, states]).toEqual([1, ['idle', 'starting', 'alive']]);
    expect(listened.toSorted()).toEqual(['hint to life 0', 'news of life 0']);
    await lose();
    clock.advance(200);
    await settle();
    expect(states.slice(3)).toEqual(['restarting', 'alive']);
  });

  test('on demand is started by a restart, once', async () => {
    const { actor, lives } = supervise({ isOnDemand: true });
    actor.restart();
    expect((await actor.current()).name).toBe('life 0');
    expect(lives.length).toBe(1);
  });

  test('on demand that is disposed of before anybody asked never starts', async () => {
    const { actor, lives } = supervise({ isOnDemand: true });
    actor.tell('hint', undefined);
    await actor[Symbol.asyncDispose]();
    actor.restart();
    expect(await errorOf(() => actor.ask('work', undefined))).toBeInstanceOf(ActorLostError);
    expect(lives.length).toBe(0);
  });

  test('that refuses its configuration is given up at once with that error', async () => {
    const refusal = new PatternSyntaxError('Bad pattern "[".', { pattern: '[', source: 'corePatterns' });
    const start = vi.fn(() => Promise.reject(refusal));
    const { actor, clock } = supervise({ start });
    expect(await errorOf(() => actor.current())).toBe(refusal);
    expect((await actor.lost).message).toBe('The index actor was given up: Bad pattern "[".');
    clock.advance(60_000);
    expect(start).toHaveBeenCalledTimes(1);
  });

  test('that cannot start is tried twice', async () => {
    const start = vi.fn(() => {
      throw new Error('no such file');
    });
    const { actor, clock } = supervise({ start });
    const current = errorOf(() => actor.current());
    await settle();
    clock.advance(200);
    expect(await current).toEqual(new Error('no such file'));
    expect(start).toHaveBeenCalledTimes(2);
  });

  test('that has answered something waits briefly again', async () => {
    const { actor, clock, lose } = supervise();
    await settle();
    await lose();
    clock.advance(200);
    await settle();
    await actor.ask('work', undefined);
    await lose();
    expect(clock.nextInMs).toBe(200);
  });

  test('is disposed of with everything it started', async () => {
    const { actor, clock, disposed } = supervise();
    await settle();
    await actor[Symbol.asyncDispose]();
    expect(disposed).toEqual(['life 0']);
    expect(clock.pending).toBe(0);
    expect(await errorOf(() => actor.current())).toEqual(
      new ActorLostError('The index actor was stopped.', { actor: 'index' }),
    );
    actor.restart();
    expect(await errorOf(() => actor.current())).toBeInstanceOf(ActorLostError);
  });

  test('that was still starting is disposed of too', async () => {
    const starting = deferred<Connection<News>>();
    const { actor, born, disposed, listened } = supervise({ start: () => starting.promise });
    actor.on('news', () => undefined);
    const disposal = actor[Symbol.asyncDispose]();
    starting.resolve(await born());
    await disposal;
    expect(disposed).toEqual(['life 0']);
    expect(listened).toEqual([]);
  });

  test('that answers no ping any more is ended and followed by another', async () => {
    const { actor, clock, disposed, hanging } = supervise();
    await settle();
    clock.advance(60_000);
    expect(disposed).toEqual([]);
    hanging.add('life 0');
    clock.advance(20_000);
    const next = actor.current();
    await settle();
    clock.advance(200);
    expect([(await next).name, disposed]).toEqual(['life 1', ['life 0']]);
  });

  test('that hangs in each of its instances is given up for that', async () => {
    const { actor, clock, lives, hanging } = supervise();
    for (let life = 0; life < 10; life += 1) hanging.add(`life ${life}`);
    for (let round = 0; round < 20; round += 1) {
      await settle();
      clock.advance(20_000);
    }
    expect([lives.length, (await actor.lost).message]).toEqual([
      6,
      'The index actor was given up: It did not answer for 15 s.',
    ]);
  });
});
