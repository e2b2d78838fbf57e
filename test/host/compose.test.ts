import { createActor } from 'xstate';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ActorLostError, PatternSyntaxError } from '../../src/actors/protocol/errors.js';
import { type Deferred, deferred } from '../../src/actors/runtime/deferred.js';
import type { Protocol, Ref } from '../../src/actors/runtime/ref.js';
import { composeTurn, superviseWorker, type TurnServices } from '../../src/host/compose.js';
import type { Supervisor } from '../../src/host/supervised-ref.js';
import type { SupervisionLimits } from '../../src/machines/supervision-limits.js';
import { FakeClock } from '../doubles/fake-clock.js';
import { errorOf } from '../doubles/error-of.js';
import { settle } from '../doubles/settle.js';

const hang = (): Promise<never> => new Promise(() => undefined);

describe('a composed turn', () => {
  const tools = new Map([['change', { name: 'change', category: 'File edits', isReadOnly: false }]] as const);
  const input = {
    mode: 'agent',
    limits: { maxIterations: 5, maxTokens: 100, maxTimeMs: 100 },
    tools,
  } as const;

  /** Services that keep the signals they were lent; each hangs where it is told to. */
  function services(
    hangAt: 'callModel' | 'askPerson' | 'takeCheckpoint' | 'runTool',
    over = new AbortController(),
  ) {
    const signals: AbortSignal[] = [];
    const stop = <T>(name: string, signal: AbortSignal, value: T): Promise<T> => {
      if (name !== hangAt) return Promise.resolve(value);
      signals.push(signal);
      return hang();
    };
    const callOff = vi.fn();
    const all: TurnServices = {
      turn: over.signal,
      callModel: (_, { signal }) =>
        stop('callModel', signal, {
          text: '',
          reasoning: '',
          toolCalls: [{ id: 'c0', name: 'change', arguments: '{}' }],
          usage: { inputTokens: 0, outputTokens: 0 },
          stop: 'toolCalls',
        }),
      validateCall: () => ({}),
      mayRunWithoutAsking: () => false,
      askPerson: (_, signal) => stop('askPerson', signal, 'approve'),
      takeCheckpoint: (_, signal) => stop('takeCheckpoint', signal, undefined),
      runTool: (_, signal) => stop('runTool', signal, { outcome: 'success', success: true, output: '' }),
      addToLog: () => undefined,
      keepTime: () => callOff,
    };
    return { all, signals, callOff, over };
  }

  test.each(['callModel', 'askPerson', 'takeCheckpoint', 'runTool'] as const)(
    'that is cancelled in %s aborts it',
    async (hangAt) => {
      const { all, signals, callOff } = services(hangAt);
      const actor = createActor(composeTurn(all), { input }).start();
      await settle();
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      actor.send({ type: 'cancel' });
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      expect(callOff).toHaveBeenCalledTimes(1);
    },
  );

  test('that breaks down leaves nothing running once it is declared over', async () => {
    const { all, signals, callOff, over } = services('callModel');
    const addToLog = (): never => {
      throw new Error('log is full');
    };
    const machine = composeTurn({ ...all, addToLog });
    const actor = createActor(machine, { input });
    const onError = vi.fn();
    actor.subscribe({ error: onError });
    actor.start();
    actor.send({ type: 'model.spoke', channel: 'answer', text: 'Hi' });
    actor.send({ type: 'cancel' });
    expect(onError).toHaveBeenCalledWith(new Error('log is full'));
    over.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(callOff).toHaveBeenCalled();
  });

  test('ends with an error when the model service rejects, which it never should', async () => {
    const { all } = services('runTool');
    const callModel = (): Promise<never> => Promise.reject(new Error('bug'));
    const actor = createActor(composeTurn({ ...all, callModel }), { input });
    const onError = vi.fn();
    actor.on('error', onError);
    actor.start();
    await settle();
    expect(onError).toHaveBeenCalledWith({
      type: 'error',
      name: 'ActorLostError',
      code: 'ACTOR_LOST',
      message: 'The agent loop failed: bug.',
      partial: '',
      cause: expect.objectContaining({ name: 'Error', message: 'bug', stack: expect.any(String) }),
    });
  });
});

describe('a supervised worker', () => {
  interface Life {
    readonly ref: Ref<Protocol>;
    readonly lost: Deferred<ActorLostError>;
  }
  const supervisors: Supervisor<Protocol>[] = [];
  afterEach(async () => {
    for (const supervisor of supervisors.splice(0)) await supervisor[Symbol.asyncDispose]();
  });

  function supervise(
    options: { limits?: Partial<SupervisionLimits>; start?: () => Promise<Ref<Protocol>> } = {},
  ) {
    const clock = new FakeClock();
    const lives: Life[] = [];
    const disposed: string[] = [];
    const born = (): Promise<Ref<Protocol>> => {
      const lost = deferred<ActorLostError>();
      const name = `life ${lives.length}`;
      const ref: Ref<Protocol> = {
        name,
        lost: lost.promise,
        ask: () => hang(),
        tell: () => undefined,
        on: () => () => undefined,
        [Symbol.asyncDispose]: async () => {
          disposed.push(name);
        },
      };
      lives.push({ ref, lost });
      return Promise.resolve(ref);
    };
    const { start = born, limits = {} } = options;
    const supervisor = superviseWorker<Protocol>({ name: 'index', start, limits, clock, random: () => 0 });
    supervisors.push(supervisor);
    const lose = async (): Promise<void> => {
      lives.at(-1)?.lost.resolve(new ActorLostError('It fell.', { actor: 'index' }));
      await settle();
    };
    return { supervisor, clock, lives, disposed, born, lose };
  }

  test('is the life that began', async () => {
    const { supervisor, lives } = supervise();
    expect(await supervisor.current()).toBe(lives[0]?.ref);
  });

  test('that is lost is followed by another, and who asks in between waits for it', async () => {
    const { supervisor, clock, lives, disposed, lose } = supervise();
    const seen: string[] = [];
    supervisor.onLife((ref) => seen.push(ref.name));
    await settle();
    await lose();
    const next = supervisor.current();
    await settle();
    clock.advance(200);
    expect((await next).name).toBe('life 1');
    expect(seen).toEqual(['life 0', 'life 1']);
    expect(disposed).toEqual(['life 0']);
    expect(lives.length).toBe(2);
  });

  test('is announced to who comes later, until it takes its leave', async () => {
    const { supervisor, clock, lose } = supervise();
    await settle();
    const seen: string[] = [];
    const leave = supervisor.onLife((ref) => seen.push(ref.name));
    leave();
    await lose();
    clock.advance(200);
    await settle();
    expect(seen).toEqual(['life 0']);
  });

  test('that falls too often is given up with its last error, and a restart begins afresh', async () => {
    const { supervisor, lose } = supervise({ limits: { maxRestarts: 0 } });
    await settle();
    await lose();
    expect(await errorOf(() => supervisor.current())).toEqual(
      new ActorLostError('It fell.', { actor: 'index' }),
    );
    expect((await supervisor.lost).message).toBe('It fell.');
    supervisor.restart();
    expect((await supervisor.current()).name).toBe('life 1');
    await lose();
    expect((await supervisor.lost).message).toBe('It fell.');
  });

  test('that is alive gives way to another when a person asks for one, and is disposed of', async () => {
    const { supervisor, disposed } = supervise();
    await settle();
    supervisor.restart();
    const next = await supervisor.current();
    await settle();
    expect([next.name, disposed]).toEqual(['life 1', ['life 0']]);
  });

  test('tells how it is, from its start to its end', async () => {
    const { supervisor, clock, lose } = supervise({ limits: { maxRestarts: 1 } });
    const states: string[] = [];
    const leave = supervisor.onState((state) => states.push(state));
    await settle();
    await lose();
    clock.advance(200);
    await settle();
    await lose();
    supervisor.restart();
    await settle();
    leave();
    await lose();
    expect(states).toEqual(['starting', 'alive', 'restarting', 'alive', 'failed', 'starting', 'alive']);
  });

  test('that refuses its configuration is given up at once with that error', async () => {
    const refusal = new PatternSyntaxError('Bad pattern "[".', { pattern: '[', source: 'corePatterns' });
    const start = vi.fn(() => Promise.reject(refusal));
    const { supervisor, clock } = supervise({ start });
    expect(await errorOf(() => supervisor.current())).toBe(refusal);
    expect((await supervisor.lost).message).toBe('The index actor was given up: Bad pattern "[".');
    clock.advance(60_000);
    expect(start).toHaveBeenCalledTimes(1);
  });

  test('that cannot start is tried twice', async () => {
    const start = vi.fn(() => {
      throw new Error('no such file');
    });
    const { supervisor, clock } = supervise({ start });
    const current = errorOf(() => supervisor.current());
    await settle();
    clock.advance(200);
    expect(await current).toEqual(new Error('no such file'));
    expect(start).toHaveBeenCalledTimes(2);
  });

  test('that has proven itself waits briefly again', async () => {
    const { supervisor, clock, lose } = supervise();
    await settle();
    await lose();
    clock.advance(200);
    await settle();
    supervisor.proven();
    await lose();
    expect(clock.nextInMs).toBe(200);
  });

  test('is disposed of with everything it started', async () => {
    const { supervisor, clock, disposed } = supervise();
    await settle();
    await supervisor[Symbol.asyncDispose]();
    expect(disposed).toEqual(['life 0']);
    expect(clock.pending).toBe(0);
    expect(await errorOf(() => supervisor.current())).toEqual(
      new ActorLostError('The index actor was stopped.', { actor: 'index' }),
    );
    supervisor.restart();
    expect(await errorOf(() => supervisor.current())).toBeInstanceOf(ActorLostError);
  });

  test('that was still starting is disposed of too', async () => {
    const starting = deferred<Ref<Protocol>>();
    const { supervisor, born, disposed } = supervise({ start: () => starting.promise });
    const onLife = vi.fn();
    supervisor.onLife(onLife);
    const disposal = supervisor[Symbol.asyncDispose]();
    starting.resolve(await born());
    await disposal;
    expect(disposed).toEqual(['life 0']);
    expect(onLife).not.toHaveBeenCalled();
  });
});
