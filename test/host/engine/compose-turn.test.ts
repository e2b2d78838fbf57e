import { createActor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { composeTurn, type TurnServices } from '../../../src/host/engine/compose-turn.js';
import type { EntryBody } from '../../../src/actors/protocol/thread.js';
import { type Deferred, deferred } from '../../../src/actors/runtime/deferred.js';
import { settle } from '../../doubles/settle.js';

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
    hangAt: 'callModel' | 'judgeCall' | 'askPerson' | 'takeCheckpoint' | 'runTool',
    over = new AbortController(),
  ) {
    const signals: AbortSignal[] = [];
    const stop = <T>(name: string, signal: AbortSignal, value: T): Promise<T> => {
      if (name !== hangAt) return Promise.resolve(value);
      signals.push(signal);
      return hang();
    };
    const callOff = vi.fn();
    const entries: EntryBody[] = [];
    const all: TurnServices = {
      turn: over.signal,
      callModel: ({ signal }) =>
        stop('callModel', signal, {
          text: '',
          reasoning: '',
          toolCalls: [{ id: 'c0', name: 'change', arguments: '{}' }],
          usage: { inputTokens: 0, outputTokens: 0 },
          stop: 'toolCalls',
        }),
      record: (body) => void entries.push(body),
      stream: () => undefined,
      stored: () => Promise.resolve(),
      validateCall: () => ({ params: {}, paths: [] }),
      judgeCall: (_, signal) =>
        stop('judgeCall', signal, { kind: 'ask', question: { reasons: [] }, permission: {} } as const),
      askPerson: (_, signal) => stop('askPerson', signal, { decision: 'approve' } as const),
      takeCheckpoint: (_, signal) => stop('takeCheckpoint', signal, undefined),
      runTool: (_, signal) => stop('runTool', signal, { outcome: 'success', success: true, output: '' }),
      keepTime: () => callOff,
    };
    return { all, signals, callOff, over, entries };
  }

  test.each(['callModel', 'judgeCall', 'askPerson', 'takeCheckpoint', 'runTool'] as const)(
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
    const record = (): never => {
      throw new Error('log is full');
    };
    const machine = composeTurn({ ...all, record });
    const actor = createActor(machine, { input });
    const onError = vi.fn();
    actor.subscribe({ error: onError });
    actor.start();
    await settle();
    actor.send({ type: 'model.spoke', channel: 'answer', text: 'Hi' });
    actor.send({ type: 'cancel' });
    expect(onError).toHaveBeenCalledWith(new Error('log is full'));
    over.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(callOff).toHaveBeenCalled();
  });

  test('ends with an error when the model service rejects, which it never should', async () => {
    const { all, entries } = services('runTool');
    const callModel = (): Promise<never> => Promise.reject(new Error('bug'));
    createActor(composeTurn({ ...all, callModel }), { input }).start();
    await settle();
    expect(entries).toEqual([
      {
        kind: 'turn_ended',
        outcome: 'failed',
        error: {
          name: 'ActorLostError',
          code: 'ACTOR_LOST',
          message: 'The agent loop failed: bug.',
          cause: expect.objectContaining({ name: 'Error', message: 'bug', stack: expect.any(String) }),
        },
      },
    ]);
  });

  test.each(['callModel', 'takeCheckpoint', 'runTool'] as const)(
    'begins %s when the store has every entry before it, and not when it fails',
    async (effect) => {
      const { all, signals, entries } = services(effect);
      const stored: { count: number; done: Deferred<void> }[] = [];
      const store = (): Promise<void> => {
        const done = deferred<void>();
        stored.push({ count: entries.length, done });
        return done.promise;
      };
      const actor = createActor(composeTurn({ ...all, stored: store }), { input }).start();
      for (let index = 0; signals.length === 0; index += 1) {
        await settle();
        const asked = stored[index];
        expect(asked?.count).toBe(entries.length);
        expect(signals).toEqual([]);
        asked?.done.resolve();
        await settle();
      }
      if (effect === 'runTool') expect(entries.at(-1)).toEqual({ kind: 'call_began', callId: 'c0' });
      actor.stop();
    },
  );

  test('whose store fails runs no tool', async () => {
    const { all, signals, entries } = services('runTool');
    const stored = (): Promise<void> =>
      entries.at(-1)?.kind === 'call_began' ? Promise.reject(new Error('disk full')) : Promise.resolve();
    const actor = createActor(composeTurn({ ...all, stored }), { input }).start();
    await settle();
    expect(entries.map(({ kind }) => kind)).toContain('call_began');
    expect(signals).toEqual([]);
    actor.stop();
  });
});
