import { createActor, fromCallback, fromPromise } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { LLMMessage, ModelReply, ToolCall } from '../../src/actors/protocol/llm.js';
import type { EntryBody, LiveEvent } from '../../src/actors/protocol/thread.js';
import type { ToolResult } from '../../src/actors/protocol/tool.js';
import { react, type ReactInput } from '../../src/machines/react.js';
import type { OpenCall } from '../../src/machines/requested-call.js';
import { toolCall } from '../../src/machines/tool-call.js';
import type { ToolTable } from '../../src/machines/tool-info.js';
import type {
  Judgement,
  PermittedCall,
  ValidatedCall,
  ValidatedParams,
} from '../../src/machines/validated-call.js';
import { settle } from '../doubles/settle.js';

const INPUT: ReactInput = {
  mode: 'agent',
  limits: { maxIterations: 5, maxTokens: 1_000, maxTimeMs: 1_000 },
  tools: new Map(),
};

const TOOLS: ToolTable = new Map([
  ['look', { name: 'look', category: 'Read file', isReadOnly: true }],
  ['change', { name: 'change', category: 'File edits', isReadOnly: false }],
]);

const REPLY: ModelReply = {
  text: 'Hello',
  reasoning: '',
  toolCalls: [],
  usage: { inputTokens: 3, outputTokens: 4 },
  stop: 'end',
};

const FINE: ToolResult = { outcome: 'success', success: true, output: 'fine' };

type Effect = 'keep time' | 'call model' | 'record' | 'stream';

/** The machine with a model that the test speaks for. Tools wait until the test ends them, by call id. */
function start({ missing, input = {} }: { missing?: Effect; input?: Partial<ReactInput> } = {}) {
  const events: (EntryBody | LiveEvent)[] = [];
  const errors: unknown[] = [];
  const stopped: string[] = [];
  const running = new Map<string, (result: ToolResult) => void>();
  const stop = (name: string) => (): void => {
    stopped.push(name);
  };
  const record = (_: unknown, entry: EntryBody | undefined): void => {
    if (entry !== undefined) events.push(entry);
  };
  let machine = react.provide({
    actors: {
      'run tool call': toolCall.provide({
        actions: { record },
        actors: {
          'validate the call': fromPromise<ValidatedParams, ToolCall>(async () => ({
            params: {},
            paths: [],
          })),
          'judge the call': fromPromise<Judgement, ValidatedCall>(async () => ({
            kind: 'run',
            permission: {},
          })),
          'take a checkpoint': fromPromise<void, ValidatedCall>(async () => undefined),
          'run the tool': fromPromise<ToolResult, PermittedCall>(
            ({ input: { callId } }) =>
              new Promise((resolve) => {
                running.set(callId, resolve);
              }),
          ),
        },
      }),
    },
  });
  if (missing !== 'keep time')
    machine = machine.provide({ actors: { 'keep time': fromCallback(() => stop('keep time')) } });
  if (missing !== 'call model')
    machine = machine.provide({ actors: { 'call model': fromCallback(() => stop('call model')) } });
  if (missing !== 'record') machine = machine.provide({ actions: { record } });
  if (missing !== 'stream')
    machine = machine.provide({ actions: { stream: (_, event) => events.push(event) } });
  const actor = createActor(machine, { input: { ...INPUT, tools: TOOLS, ...input } });
  actor.subscribe({ error: (error) => errors.push(error) });
  actor.start();
  return { actor, events, errors, stopped, running };
}

const kinds = (events: readonly (EntryBody | LiveEvent)[]): string =>
  events
    .map((event) => {
      const kind = 'kind' in event ? event.kind : event.type;
      return 'callId' in event ? `${kind}(${event.callId})` : kind;
    })
    .join(' ');

const asksFor = (...names: readonly string[]): ModelReply => ({
  ...REPLY,
  stop: 'toolCalls',
  toolCalls: names.map((name, index) => ({ id: `c${index}`, name, arguments: '{}' })),
});

test.each(['keep time', 'call model', 'record', 'stream'] as const)('without "%s" it says so', (missing) => {
  const { actor, errors } = start({ missing });
  if (missing === 'stream') actor.send({ type: 'model.spoke', channel: 'answer', text: 'Hi' });
  if (missing === 'record') actor.send({ type: 'model.replied', reply: REPLY });
  expect(errors).toEqual([new Error(`"${missing}" is not provided`)]);
  expect(actor.getSnapshot().status).toBe('error');
});

test('an answer ends it and stops what ran beside it', () => {
  const { actor, events, stopped } = start();
  actor.send({ type: 'model.spoke', channel: 'answer', text: 'Hello' });
  actor.send({
    type: 'model.replied',
    reply: { ...REPLY, opaque: { provider: 'p', data: 1 }, costUsd: 0.5 },
  });
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', value: 'ended' });
  expect(events).toEqual([
    { type: 'token', channel: 'answer', text: 'Hello' },
    { kind: 'reply', ...REPLY, opaque: { provider: 'p', data: 1 }, costUsd: 0.5 },
    { kind: 'turn_ended', outcome: 'answered' },
  ]);
  expect(stopped.sort()).toEqual(['call model', 'keep time']);
});

test.each([
  ['cancel', { type: 'cancel' }, 'cancelled', 'cancelled', 'CANCELLED'],
  ['the end of its time', { type: 'time.up' }, 'cancelled', 'exhausted', 'MAX_ITERATIONS'],
  ['a broken model call', { type: 'model.broke', error: new Error('bug') }, 'failed', 'failed', 'ACTOR_LOST'],
  [
    'a reply that was cancelled',
    { type: 'model.replied', reply: { ...REPLY, text: 'Hel', reasoning: 'hm', stop: 'cancelled' } },
    'cancelled',
    'cancelled',
    'CANCELLED',
  ],
] as const)('%s ends it with what was said', (_, event, how, outcome, code) => {
  const { actor, events, stopped } = start();
  actor.send({ type: 'model.spoke', channel: 'reasoning', text: 'hm' });
  actor.send({ type: 'model.spoke', channel: 'answer', text: 'Hel' });
  actor.send(event);
  expect(actor.getSnapshot().status).toBe('done');
  expect(events.slice(2)).toMatchObject([
    { kind: 'reply', text: 'Hel', reasoning: 'hm', toolCalls: [], stop: how },
    { kind: 'turn_ended', outcome, error: { code } },
  ]);
  expect(stopped.sort()).toEqual(['call model', 'keep time']);
});

test('a cancel before the first word leaves no reply', () => {
  const { actor, events } = start();
  actor.send({ type: 'cancel' });
  expect(kinds(events)).toBe('turn_ended');
});

test('a failed attempt leaves nothing of its text', () => {
  const { actor, events } = start();
  actor.send({ type: 'model.spoke', channel: 'answer', text: 'void' });
  const notice = { attempt: 2, maxAttempts: 3, waitMs: 5, reason: 'The server is down.' };
  actor.send({ type: 'model.retried', notice });
  actor.send({ type: 'cancel' });
  expect(events.slice(1)).toEqual([
    { kind: 'retry', ...notice },
    expect.objectContaining({ kind: 'turn_ended' }),
  ]);
});

test('a compaction is recorded before the reply that was made of it', () => {
  const { actor, events } = start();
  const messages: readonly LLMMessage[] = [{ role: 'user', content: 'Short.' }];
  const compaction = { kind: 'compaction', messages } as const;
  actor.send({ type: 'model.compacted', compaction });
  actor.send({ type: 'model.replied', reply: REPLY });
  expect(events[0]).toEqual(compaction);
  expect(kinds(events)).toBe('compaction reply turn_ended');
});

describe('observations', () => {
  test('come when their own call ends, in whatever order that is', async () => {
    const { actor, events, running } = start();
    actor.send({ type: 'model.replied', reply: asksFor('look', 'look', 'change', 'look') });
    await settle();
    expect([...running.keys()]).toEqual(['c0', 'c1']);
    running.get('c1')?.(FINE);
    await settle();
    expect(kinds(events).split(' ').at(-1)).toBe('observation(c1)');
    expect([...running.keys()]).toEqual(['c0', 'c1']);
    running.get('c0')?.(FINE);
    await settle();
    expect(kinds(events).split(' ').slice(-3)).toEqual(['observation(c0)', 'call(c2)', 'call_began(c2)']);
    running.get('c2')?.(FINE);
    await settle();
    running.get('c3')?.(FINE);
    await settle();
    expect(kinds(events).split(' ').slice(-4)).toEqual([
      'observation(c2)',
      'call(c3)',
      'call_began(c3)',
      'observation(c3)',
    ]);
    expect(actor.getSnapshot().value).toBe('thinking');
    actor.stop();
  });

  test('are all that a call of an unknown tool leaves', async () => {
    const { actor, events } = start();
    actor.send({ type: 'model.replied', reply: asksFor('ghost') });
    await settle();
    expect(kinds(events)).toBe('reply observation(c0)');
    actor.stop();
  });

  test('are left out of calls that the end of the turn interrupts', async () => {
    const { actor, events } = start();
    actor.send({ type: 'model.replied', reply: asksFor('change', 'change') });
    await settle();
    actor.send({ type: 'cancel' });
    expect(kinds(events)).toBe('reply call(c0) call_began(c0) turn_ended');
  });

  test('say of a tool call that breaks that it failed, and the run goes on', async () => {
    const { actor, events } = start();
    const broken = createActor(
      react.provide({
        actions: { record: (_, entry) => void (entry !== undefined && events.push(entry)) },
        actors: {
          'keep time': fromCallback(() => undefined),
          'call model': fromCallback(() => undefined),
          'run tool call': toolCall.provide({
            actors: {
              'validate the call': fromPromise<ValidatedParams, ToolCall>(async () => ({
                params: {},
                paths: [],
              })),
            },
          }),
        },
      }),
      { input: { ...INPUT, tools: TOOLS } },
    ).start();
    broken.send({ type: 'model.replied', reply: asksFor('look') });
    await settle();
    expect(events.at(-1)).toMatchObject({
      kind: 'observation',
      result: { outcome: 'tool_error', output: expect.stringContaining('"record" is not provided') },
    });
    expect(broken.getSnapshot().value).toBe('thinking');
    broken.stop();
    actor.stop();
  });
});

test('ids that calls of the thread have are replaced, those of earlier replies of the turn too', async () => {
  const { actor, events, running } = start({ input: { usedCallIds: new Set(['c0']) } });
  for (const id of ['c0_2', 'c0_3']) {
    actor.send({ type: 'model.replied', reply: asksFor('look') });
    await settle();
    expect([...running.keys()]).toContain(id);
    running.get(id)?.(FINE);
    await settle();
  }
  expect(kinds(events)).toContain('observation(c0_3)');
  actor.stop();
});

describe('a run that continues an interrupted turn', () => {
  const call = (id: string, name: string) => ({ id, name, arguments: '{}' });
  const lost: ToolResult = { outcome: 'rejected', success: false, output: 'Interrupted.' };
  const openCalls: readonly OpenCall[] = [
    { call: call('a', 'change'), isRecorded: true, result: FINE, isObserved: true },
    { call: call('b', 'change'), isRecorded: true, result: lost, isObserved: false },
    { call: call('c', 'change'), isRecorded: true, isObserved: false },
    { call: call('d', 'look'), isRecorded: false, isObserved: false },
  ];

  test('repeats no call that had begun, and runs those that had not', async () => {
    const { actor, events, running } = start({ input: { openCalls } });
    expect(events).toEqual([{ kind: 'observation', callId: 'b', tool: 'change', result: lost }]);
    await settle();
    expect([...running.keys()]).toEqual(['c']);
    running.get('c')?.(FINE);
    await settle();
    running.get('d')?.(FINE);
    await settle();
    expect(kinds(events)).toBe(
      'observation(b) call_began(c) observation(c) call(d) call_began(d) observation(d)',
    );
    expect(actor.getSnapshot().value).toBe('thinking');
    actor.stop();
  });

  test('asks the model when every call has a result', () => {
    const { actor, events } = start({ input: { openCalls: openCalls.slice(0, 2) } });
    expect(kinds(events)).toBe('observation(b)');
    expect(actor.getSnapshot().value).toBe('thinking');
    actor.stop();
  });
});

test('a limit in money ends it before the next request', async () => {
  const { actor, events, running } = start({ input: { limits: { ...INPUT.limits, maxCostUsd: 0.01 } } });
  actor.send({ type: 'model.replied', reply: { ...asksFor('look'), costUsd: 0.02 } });
  await settle();
  running.get('c0')?.(FINE);
  await settle();
  expect(events.at(-1)).toMatchObject({
    kind: 'turn_ended',
    outcome: 'exhausted',
    error: { message: expect.stringContaining('0.01 US dollars') },
  });
});
