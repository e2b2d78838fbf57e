import { createActor, fromCallback, fromPromise } from 'xstate';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../src/actors/protocol/agent.js';
import type { LLMMessage, ModelReply, ToolCall } from '../../src/actors/protocol/llm.js';
import { react, type ReactInput } from '../../src/machines/react.js';
import { toolCall } from '../../src/machines/tool-call.js';
import type { ToolTable } from '../../src/machines/tool-info.js';
import { settle } from '../doubles/settle.js';

const INPUT: ReactInput = {
  mode: 'agent',
  limits: { maxIterations: 5, maxTokens: 1_000, maxTimeMs: 1_000 },
  tools: new Map(),
};

const LOOK: ToolTable = new Map([['look', { name: 'look', category: 'Read file', isReadOnly: true }]]);

const REPLY: ModelReply = {
  text: 'Hello',
  reasoning: '',
  toolCalls: [],
  usage: { inputTokens: 3, outputTokens: 4 },
  stop: 'end',
};

/** The machine with a model that the test speaks for. */
function start(missing?: 'keep time' | 'call model' | 'add to log') {
  const events: AgentEvent[] = [];
  const log: LLMMessage[] = [];
  const errors: unknown[] = [];
  const stopped: string[] = [];
  const stop = (name: string) => (): void => {
    stopped.push(name);
  };
  let machine = react;
  if (missing !== 'keep time')
    machine = machine.provide({ actors: { 'keep time': fromCallback(() => stop('keep time')) } });
  if (missing !== 'call model')
    machine = machine.provide({ actors: { 'call model': fromCallback(() => stop('call model')) } });
  if (missing !== 'add to log')
    machine = machine.provide({ actions: { 'add to log': (_, message) => log.push(message) } });
  const actor = createActor(machine, { input: INPUT });
  actor.on('*', (event) => events.push(event));
  actor.subscribe({ error: (error) => errors.push(error) });
  actor.start();
  return { actor, events, log, errors, stopped };
}

test.each(['keep time', 'call model', 'add to log'] as const)('without "%s" it says so', (missing) => {
  const { actor, errors } = start(missing);
  if (missing === 'add to log') actor.send({ type: 'model.replied', reply: REPLY });
  expect(errors).toEqual([new Error(`"${missing}" is not provided`)]);
  expect(actor.getSnapshot().status).toBe('error');
});

test('an answer ends it, stops what ran beside it, and is added to the log', () => {
  const { actor, events, log, stopped } = start();
  actor.send({ type: 'model.spoke', channel: 'answer', text: 'Hello' });
  actor.send({ type: 'model.replied', reply: REPLY });
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', value: 'answered' });
  expect(events).toEqual([
    { type: 'token', content: 'Hello', channel: 'answer' },
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 4 } },
    { type: 'answer', content: 'Hello' },
  ]);
  expect(log).toEqual([{ role: 'assistant', content: 'Hello' }]);
  expect(stopped.sort()).toEqual(['call model', 'keep time']);
});

test.each([
  ['cancel', { type: 'cancel' }, 'cancelled', 'CANCELLED'],
  ['the end of its time', { type: 'time.up' }, 'exhausted', 'MAX_ITERATIONS'],
  ['a broken model call', { type: 'model.broke', error: new Error('bug') }, 'failed', 'ACTOR_LOST'],
  [
    'a reply that was cancelled',
    { type: 'model.replied', reply: { ...REPLY, text: 'Hel', stop: 'cancelled' } },
    'cancelled',
    'CANCELLED',
  ],
] as const)('%s ends it with what was said', (_, event, value, code) => {
  const { actor, events, log, stopped } = start();
  actor.send({ type: 'model.spoke', channel: 'reasoning', text: 'hm' });
  actor.send({ type: 'model.spoke', channel: 'answer', text: 'Hel' });
  actor.send(event);
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', value });
  expect(events.at(-1)).toMatchObject({ type: 'error', code, partial: 'Hel' });
  expect(log).toEqual([{ role: 'assistant', content: 'Hel' }]);
  expect(stopped.sort()).toEqual(['call model', 'keep time']);
});

test('a tool call that breaks is observed as a failure, and the run goes on', async () => {
  const events: AgentEvent[] = [];
  const brokenCall = toolCall.provide({
    actors: { 'validate the call': fromPromise<unknown, ToolCall>(async () => ({})) },
  });
  const actor = createActor(
    react.provide({
      actions: { 'add to log': () => undefined },
      actors: {
        'keep time': fromCallback(() => undefined),
        'call model': fromCallback(() => undefined),
        'run tool call': brokenCall,
      },
    }),
    {
      input: {
        ...INPUT,
        tools: LOOK,
      },
    },
  );
  actor.on('observation', (event) => events.push(event));
  actor.start();
  const toolCalls = [{ id: 'c0', name: 'look', arguments: '{}' }];
  actor.send({ type: 'model.replied', reply: { ...REPLY, toolCalls } });
  await settle();
  expect(events).toMatchObject([
    {
      result: {
        outcome: 'tool_error',
        output: expect.stringContaining('"may run without asking" is not provided'),
      },
    },
  ]);
  expect(actor.getSnapshot().value).toBe('thinking');
  actor.stop();
});
