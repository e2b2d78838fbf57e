import { createActor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { composeTurn, type TurnServices } from '../../../src/host/engine/compose-turn.js';
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
      askPerson: (_, signal) => stop('askPerson', signal, { decision: 'approve' } as const),
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
