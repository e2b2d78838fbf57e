import type { Checkpoints } from '../../../src/actors/protocol/checkpoints.js';
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AgentEvent, AgentMode } from '../../../src/actors/protocol/agent.js';
import {
  EngineBusyError,
  LLMAuthError,
  LLMConnectionError,
  SettingsError,
} from '../../../src/actors/protocol/errors.js';
import { ThreadRecord } from '../../../src/actors/threads/thread-record.js';
import { collect, makeEngine } from '../../doubles/make-engine.js';
import {
  asksFor,
  ending,
  PlayedModel,
  type PlayedTurn,
  reasoning,
  says,
  text,
  usage,
} from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';
import { simpleTool } from '../../doubles/simple-tool.js';

const hang = (): Promise<never> => new Promise(() => undefined);
const kinds = (events: readonly AgentEvent[]): string => events.map(({ type }) => type).join(' ');
const observations = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'observation' ? [event.result] : []));

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a turn', () => {
  test('is its tokens and the answer when the model needs no tool', async () => {
    const { engine } = makeEngine([says('Hel', 'lo')]);
    const stream = engine.processMessage('Hi', 'agent');
    expect(await collect(stream)).toEqual([
      { type: 'token', content: 'Hel', channel: 'answer' },
      { type: 'token', content: 'lo', channel: 'answer' },
      { type: 'answer', content: 'Hello' },
    ]);
    expect(await stream.result()).toEqual({ type: 'answer', content: 'Hello' });
    expect(engine.getState()).toEqual({ status: 'idle' });
  });

  test('thinks, acts, observes and answers when it does', async () => {
    const { engine } = makeEngine(
      [
        ending(
          'toolCalls',
          reasoning('Hm.'),
          text('Look:'),
          usage(10, 2),
          ...asksFor(['look', { at: 'a' }]).deltas.slice(1, -1),
        ),
        says('Done.'),
      ],
      [simpleTool('look')],
    );
    expect(await collect(engine.processMessage('Hi', 'agent'))).toEqual([
      { type: 'token', content: 'Hm.', channel: 'reasoning' },
      { type: 'token', content: 'Look:', channel: 'answer' },
      { type: 'thought', content: 'Look:', reasoning: 'Hm.' },
      { type: 'usage', usage: { inputTokens: 10, outputTokens: 2 } },
      { type: 'action', callId: 'c0', tool: 'look', params: { at: 'a' } },
      {
        type: 'observation',
        callId: 'c0',
        tool: 'look',
        result: { outcome: 'success', success: true, output: 'look was run' },
      },
      { type: 'token', content: 'Done.', channel: 'answer' },
      { type: 'answer', content: 'Done.' },
    ]);
  });

  test('runs to its end when nobody reads it', async () => {
    const { engine } = makeEngine([asksFor(['look', {}]), says('Done.')], [simpleTool('look')]);
    expect(await engine.processMessage('Hi', 'agent').result()).toEqual({ type: 'answer', content: 'Done.' });
  });

  test('tells the retries of the model with their wait', async () => {
    const down = new LLMConnectionError('The server is down.', {});
    const { engine, clock } = makeEngine([{ deltas: [text('Hal')], end: down }, says('Hello')]);
    clock.autoAdvance();
    expect(await collect(engine.processMessage('Hi', 'agent'))).toEqual([
      { type: 'token', content: 'Hal', channel: 'answer' },
      { type: 'retry', attempt: 2, maxAttempts: 3, waitMs: 0, reason: 'The server is down.' },
      { type: 'token', content: 'Hello', channel: 'answer' },
      { type: 'answer', content: 'Hello' },
    ]);
  });

  test('ends with the error of a model that cannot be called, and what it had said', async () => {
    const { engine } = makeEngine([{ deltas: [text('Hal')], end: new LLMAuthError('Wrong key.', {}) }]);
    const stream = engine.processMessage('Hi', 'agent');
    expect(await stream.result()).toEqual({
      type: 'error',
      name: 'LLMAuthError',
      code: 'LLM_AUTH',
      message: 'Wrong key.',
      partial: 'Hal',
    });
    expect(engine.history).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hal' },
    ]);
  });

  test('ends with an error that keeps the stack and the causes of what a provider threw, without its keys', async () => {
    const why = new TypeError('no header for sk-0123456789abcdef');
    const broken = new RangeError('socket gone', { cause: why });
    const { engine } = makeEngine([{ deltas: [], end: broken }]);
    const outcome = await engine.processMessage('Hi', 'agent').result();
    expect(outcome).toMatchObject({
      name: 'LLMRequestError',
      message: 'The model could not be called: socket gone',
      cause: {
        name: 'RangeError',
        message: 'socket gone',
        stack: broken.stack,
        cause: { name: 'TypeError', message: 'no header for [key removed]', stack: expect.any(String) },
      },
    });
    expect(JSON.stringify(outcome)).not.toContain('sk-0123456789abcdef');
  });

  test('ends with an error when the adapter throws before it streams', async () => {
    const model = new PlayedModel([]);
    vi.spyOn(model, 'streamComplete').mockImplementation(() => {
      throw new TypeError('no such method');
    });
    const { engine } = makeEngine(model);
    expect(await engine.processMessage('Hi', 'agent').result()).toMatchObject({
      type: 'error',
      code: 'LLM_REQUEST',
      partial: '',
    });
  });

  const called = (call: object): PlayedTurn =>
    ending('toolCalls', text('Let me see.'), { type: 'toolCall', index: 0, ...call });
  test.each<[string, PlayedTurn, RegExp]>([
    ['nothing', ending('end'), /The answer of the model script-1 was empty\./],
    ['nothing but space', ending('toolCalls', text(' \n')), /was empty\./],
    ['nothing but thoughts', ending('end', reasoning('Hm.')), /thought, and then gave no answer\./],
    ['a call without a name', called({ arguments: '{}' }), /called a tool without naming it\./],
    [
      'a call without a name beside one with a name',
      ending(
        'toolCalls',
        { type: 'toolCall', index: 0, name: 'look', arguments: '{}' },
        { type: 'toolCall', index: 1, arguments: '{}' },
      ),
      /called a tool without naming it\./,
    ],
    [
      'a call written as text',
      says('I look.\n<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call>'),
      /wrote a call of look into its answer.*--enable-auto-tool-choice/,
    ],
  ])('asks once more when the model answers with %s, and then fails', async (_what, turn, reason) => {
    const good = makeEngine([turn, says('Done.')], [simpleTool('look')]);
    good.clock.autoAdvance();
    const events = await collect(good.engine.processMessage('Hi', 'agent'));
    expect(events.filter(({ type }) => type === 'retry')).toEqual([
      { type: 'retry', attempt: 2, maxAttempts: 2, waitMs: 0, reason: expect.stringMatching(reason) },
    ]);
    expect(events.at(-1)).toEqual({ type: 'answer', content: 'Done.' });
    // What could not be used is nothing that was said.
    expect(good.engine.history).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Done.' },
    ]);

    const bad = makeEngine([turn, turn, says('Too late.')], [simpleTool('look')]);
    bad.clock.autoAdvance();
    expect(await bad.engine.processMessage('Hi', 'agent').result()).toMatchObject({
      type: 'error',
      name: 'LLMResponseError',
      code: 'LLM_RESPONSE',
      message: expect.stringMatching(new RegExp(`${reason.source}.* Tried 2 times\\.$`)),
    });
    expect(bad.model.requests).toHaveLength(2);
  });

  test('takes calls that a model only writes about for the answer that they are', async () => {
    const told = 'Qwen writes `<tool_call>`:\n```\n<tool_call>\n{"name": "look"}\n```';
    const { engine } = makeEngine([says(told)], [simpleTool('look')]);
    expect(await engine.processMessage('Hi', 'agent').result()).toEqual({ type: 'answer', content: told });
  });

  test('says of an answer that was cut off that it was', async () => {
    const { engine } = makeEngine([ending('length', text('Half an'))]);
    const notice = '\n\n[The answer was cut off: the model reached its output limit.]';
    expect(await collect(engine.processMessage('Hi', 'agent'))).toEqual([
      { type: 'token', content: 'Half an', channel: 'answer' },
      { type: 'token', content: notice, channel: 'answer' },
      { type: 'answer', content: `Half an${notice}` },
    ]);
    expect(engine.history.at(-1)).toEqual({ role: 'assistant', content: `Half an${notice}` });
  });

  test('ends with an error when the provider withholds the answer, which is not sent back to it', async () => {
    const { engine } = makeEngine([ending('filtered', text('You could'))]);
    expect(await engine.processMessage('Hi', 'agent').result()).toMatchObject({
      type: 'error',
      code: 'LLM_REQUEST',
      partial: 'You could',
    });
    expect(engine.history).toEqual([{ role: 'user', content: 'Hi' }]);
  });

  test('merges tokens for a slow reader and nothing else', async () => {
    const pieces = Array.from({ length: 1_000 }, (_, index) => `${index} `);
    const { engine } = makeEngine([says(...pieces)]);
    const stream = engine.processMessage('Hi', 'agent');
    await stream.result();
    const events = await collect(stream);
    expect(events.length).toBeLessThan(300);
    expect(events.map((event) => (event.type === 'token' ? event.content : '')).join('')).toBe(
      pieces.join(''),
    );
    expect(events.at(-1)).toEqual({ type: 'answer', content: pieces.join('') });
  });

  test('merges what it said and what it thought apart from each other, however often they alternate', async () => {
    const count = 10_000;
    const pieces = Array.from({ length: count }, (_, index) =>
      index % 2 === 0 ? text(`a${index} `) : reasoning(`r${index} `),
    );
    const { engine } = makeEngine([ending('end', ...pieces)]);
    const stream = engine.processMessage('Hi', 'agent');
    await stream.result();
    const events = await collect(stream);
    expect(events.length).toBeLessThan(300);
    for (const channel of ['answer', 'reasoning'] as const) {
      const type = channel === 'answer' ? 'text' : 'reasoning';
      const told = events.flatMap((event) =>
        event.type === 'token' && event.channel === channel ? [event.content] : [],
      );
      expect(told.join('')).toBe(
        pieces.flatMap((piece) => (piece.type === type ? [piece.text] : [])).join(''),
      );
    }
  });

  test('becomes an error event when the machine itself breaks', async () => {
    const { engine, clock } = makeEngine([says('Hi')]);
    vi.spyOn(clock, 'after').mockImplementation(() => {
      throw new Error('no timers here');
    });
    expect(await engine.processMessage('Hi', 'agent').result()).toEqual({
      type: 'error',
      name: 'ActorLostError',
      code: 'ACTOR_LOST',
      message: 'The agent loop failed: no timers here.',
      partial: '',
      cause: expect.objectContaining({ message: 'no timers here' }),
    });
    expect(engine.getState()).toEqual({ status: 'idle' });
  });

  test('that breaks in the middle leaves nothing running', async () => {
    const { engine, model, clock } = makeEngine([{ deltas: [text('Hi')], end: 'hang' }]);
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    vi.spyOn(ThreadRecord.prototype, 'append').mockImplementationOnce(() => {
      throw new Error('no memory');
    });
    engine.cancel();
    expect(await stream.result()).toMatchObject({ code: 'ACTOR_LOST', partial: 'Hi' });
    await settle();
    expect(model.requests[0]?.options.signal?.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

describe('the conversation', () => {
  test('goes to the model whole, behind a system prompt and tools that another mode leaves as they are', async () => {
    const { engine, model } = makeEngine(
      [asksFor(['look', { at: 'a' }]), says('One.'), says('Two.')],
      [simpleTool('look'), simpleTool('change', { isReadOnly: false })],
    );
    await engine.processMessage('First', 'gather').result();
    await engine.processMessage('Second', 'agent').result();
    const [, , { messages, options } = { messages: [], options: {} }] = model.requests;
    expect(messages[0]?.role).toBe('system');
    expect(messages[0]?.content).toContain('You can do what your tools can do');
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: 'First' },
      {
        role: 'assistant',
        content: 'Let me look.',
        toolCalls: [{ id: 'c0', name: 'look', arguments: '{"at":"a"}' }],
      },
      { role: 'tool', toolCallId: 'c0', name: 'look', content: 'look was run' },
      { role: 'assistant', content: 'One.' },
      { role: 'user', content: expect.stringMatching(/^\(The mode is agent from here on: .*\)\n\nSecond$/) },
    ]);
    expect(engine.history).toEqual([...messages.slice(1), { role: 'assistant', content: 'Two.' }]);
    expect(options.tools?.map(({ name }) => name)).toEqual(['look', 'change']);
    expect(model.requests[0]?.options.tools).toEqual(options.tools);
    expect(model.requests[0]?.messages[0]).toEqual(messages[0]);
  });

  test('goes on from one that was had before', async () => {
    const history = [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'One.' },
    ] as const;
    const { engine, model } = makeEngine([says('Two.')], [], { history });
    await engine.processMessage('Second', 'agent').result();
    const asked = [...history, { role: 'user', content: 'Second' }];
    expect(model.requests[0]?.messages.slice(1)).toEqual(asked);
    expect(engine.history).toEqual([...asked, { role: 'assistant', content: 'Two.' }]);
  });

  test('that was had before shares no call id with what comes', async () => {
    const history = [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c0', name: 'look', arguments: '{}' }] },
      { role: 'tool', toolCallId: 'c0', name: 'look', content: 'seen' },
      { role: 'assistant', content: 'One.' },
    ] as const;
    const { engine } = makeEngine([asksFor(['look', {}]), says('Two.')], [simpleTool('look')], { history });
    await engine.processMessage('Second', 'agent').result();
    const ids = engine.history.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
    expect(ids).toEqual(['c0', 'c0_2']);
  });

  test('is forgotten by clear, which cancels a turn that runs', async () => {
    const { engine, model } = makeEngine([says('One.')]);
    await engine.processMessage('First', 'agent').result();
    const stream = engine.processMessage('Second', 'agent');
    await settle();
    engine.clear();
    expect(await stream.result()).toMatchObject({ code: 'CANCELLED' });
    expect(engine.history).toEqual([]);
    void engine.processMessage('Third', 'agent');
    await settle();
    expect(model.requests.at(-1)?.messages.slice(1)).toEqual([{ role: 'user', content: 'Third' }]);
    engine.cancel();
  });

  test('refuses a second message while one is worked on', async () => {
    const { engine } = makeEngine([says('One.')]);
    const stream = engine.processMessage('First', 'agent');
    expect(() => engine.processMessage('Second', 'agent')).toThrow(EngineBusyError);
    await stream.result();
    expect(engine.history).toEqual([
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'One.' },
    ]);
  });
});

describe('modes', () => {
  test.each<[AgentMode, string, string]>([
    ['ask', 'look', 'Answer without tools.'],
    ['gather', 'change', 'The tools here are: look.'],
  ])('%s mode refuses %s even when the model asks for it', async (mode, name, advice) => {
    const run = vi.fn(() => 'ran');
    const { engine } = makeEngine(
      [asksFor([name, {}]), says('Well.')],
      [simpleTool('look', { run }), simpleTool('change', { run, isReadOnly: false })],
      { approvals: { 'File edits': 'auto' } },
    );
    const events = await collect(engine.processMessage('Hi', mode));
    expect(kinds(events)).toBe('token thought action observation token answer');
    expect(observations(events)).toEqual([
      {
        outcome: 'rejected',
        success: false,
        output: `The tool "${name}" may not be used in ${mode} mode. ${advice}`,
        error: 'UNKNOWN_TOOL',
      },
    ]);
    expect(run).not.toHaveBeenCalled();
  });

  test('agent is the mode of a message that comes without one', async () => {
    const tools = [simpleTool('look'), simpleTool('change', { isReadOnly: false })];
    const { engine, model } = makeEngine([says('Well.')], tools);
    await engine.processMessage('Hi').result();
    expect(model.requests[0]?.options.tools?.map(({ name }) => name)).toEqual(['look', 'change']);
  });

  test('ask mode offers the model no tools', async () => {
    const { engine, model } = makeEngine([says('Well.')], [simpleTool('look')]);
    await engine.processMessage('Hi', 'ask').result();
    expect(model.requests[0]?.options.tools).toBeUndefined();
  });
});

describe('tool calls', () => {
  test('of an unknown tool are observed without an action, and the run goes on', async () => {
    const { engine } = makeEngine([asksFor(['ghost', {}]), says('Well.')], [simpleTool('look')]);
    const events = await collect(engine.processMessage('Hi', 'agent'));
    expect(kinds(events)).toBe('token thought observation token answer');
    expect(observations(events)).toEqual([
      {
        outcome: 'invalid_params',
        success: false,
        output: 'There is no tool named "ghost". The tools are: look.',
        error: 'UNKNOWN_TOOL',
      },
    ]);
  });

  test('with bad parameters are observed, and the run goes on', async () => {
    const { engine } = makeEngine(
      [asksFor(['look', { bad: 1 }], ['look', '{"at": '], ['look', '[1]']), says('Well.')],
      [simpleTool('look')],
    );
    const events = await collect(engine.processMessage('Hi', 'agent'));
    expect(events.flatMap((event) => (event.type === 'action' ? [event.params] : []))).toEqual([
      { bad: 1 },
      '{"at": ',
      [1],
    ]);
    expect(observations(events).map(({ outcome, error }) => [outcome, error])).toEqual([
      ['invalid_params', 'INVALID_PARAMS'],
      ['invalid_params', 'INVALID_PARAMS'],
      ['invalid_params', 'INVALID_PARAMS'],
    ]);
    expect(events.at(-1)).toEqual({ type: 'answer', content: 'Well.' });
  });

  test.each([65, 5_000, 100_000])(
    'with arguments nested %i deep are observed, and the run goes on',
    async (depth) => {
      const text = `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
      const { engine } = makeEngine([asksFor(['look', text]), says('Well.')], [simpleTool('look')]);
      const events = await collect(engine.processMessage('Hi', 'agent'));
      expect(events).toContainEqual({ type: 'action', callId: 'c0', tool: 'look', params: text });
      expect(observations(events)).toEqual([
        {
          outcome: 'invalid_params',
          success: false,
          output: 'The arguments of look must not be nested deeper than 64 levels.',
          error: 'INVALID_PARAMS',
        },
      ]);
      // Whoever prints or keeps what happened walks all of it.
      expect(JSON.parse(JSON.stringify([events, engine.history]))).toEqual([events, engine.history]);
      expect(events.at(-1)).toEqual({ type: 'answer', content: 'Well.' });
    },
  );

  test('that fail are observed, and the run goes on', async () => {
    const fail = simpleTool('fail', {
      run: () => {
        throw new Error('boom');
      },
    });
    const { engine } = makeEngine([asksFor(['fail', {}]), says('Well.')], [fail]);
    const events = await collect(engine.processMessage('Hi', 'agent'));
    expect(observations(events)).toEqual([
      {
        outcome: 'tool_error',
        success: false,
        output: 'fail failed: boom',
        error: 'TOOL_EXECUTION',
        cause: expect.objectContaining({ message: 'boom', stack: expect.stringContaining('engine.test.ts') }),
      },
    ]);
    expect(events.at(-1)).toEqual({ type: 'answer', content: 'Well.' });
  });

  test('that only read run together, the rest in order, and each is observed when it ends', async () => {
    const log: string[] = [];
    const gates = new Map<string, () => void>();
    const run = (params: object): Promise<string> => {
      const { at } = params as { at: string };
      log.push(`start ${at}`);
      return new Promise((resolve) => {
        gates.set(at, () => {
          log.push(`end ${at}`);
          resolve(at);
        });
      });
    };
    const { engine } = makeEngine(
      [
        asksFor(
          ['look', { at: 'r1' }],
          ['look', { at: 'r2' }],
          ['change', { at: 'w1' }],
          ['change', { at: 'w2' }],
          ['look', { at: 'r3' }],
        ),
        says('Done.'),
      ],
      [simpleTool('look', { run }), simpleTool('change', { run, isReadOnly: false })],
      { approvals: { 'File edits': 'auto' } },
    );
    const reading = collect(engine.processMessage('Hi', 'agent'));
    for (const at of ['r2', 'r1', 'w1', 'w2', 'r3']) {
      await settle();
      gates.get(at)?.();
    }
    const events = await reading;
    expect(log).toEqual([
      'start r1',
      'start r2',
      'end r2',
      'end r1',
      'start w1',
      'end w1',
      'start w2',
      'end w2',
      'start r3',
      'end r3',
    ]);
    expect(events.flatMap((event) => ('callId' in event ? [`${event.type} ${event.callId}`] : []))).toEqual([
      'action c0',
      'action c1',
      'observation c1',
      'observation c0',
      'action c2',
      'approval_resolved c2',
      'observation c2',
      'action c3',
      'approval_resolved c3',
      'observation c3',
      'action c4',
      'observation c4',
    ]);
  });

  test('with the same id get different ones', async () => {
    const { engine } = makeEngine(
      [asksFor(['look', { at: 1 }, 'x'], ['look', { at: 2 }, 'x']), says('Done.')],
      [simpleTool('look')],
    );
    const events = await collect(engine.processMessage('Hi', 'agent'));
    expect(events.flatMap((event) => (event.type === 'observation' ? [event.callId] : []))).toEqual([
      'x',
      'x_2',
    ]);
    expect(
      engine.history.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])),
    ).toEqual(['x', 'x_2']);
  });

  test('of a tool that changes something come after a checkpoint, whose failure is told and stops nothing', async () => {
    const log: string[] = [];
    const notAsked = (): Promise<never> => Promise.reject(new Error('Nothing goes back here.'));
    const checkpoints: Checkpoints = {
      recordEdits: (changes) => changes,
      findUncovered: () => Promise.resolve([]),
      look: () => Promise.resolve([]),
      mergeVersions: notAsked,
      readVersion: notAsked,
      restore: notAsked,
      beforeCommand: async ({ callId }) => {
        log.push(`checkpoint ${callId}`);
        if (callId === 'c1') throw new Error('disk full');
        return async () => {
          log.push(`looked after ${callId}`);
        };
      },
    };
    const { engine } = makeEngine(
      [asksFor(['look', {}], ['change', {}], ['change', { again: 1 }]), says('Done.')],
      [
        simpleTool('look'),
        simpleTool('change', {
          isReadOnly: false,
          run: () => {
            log.push('change');
            return 'changed';
          },
        }),
      ],
      { approvals: { 'File edits': 'auto' }, checkpoints },
    );
    const events = await collect(engine.processMessage('Hi', 'agent'));
    expect(log).toEqual(['checkpoint c1', 'change', 'checkpoint c2', 'change', 'looked after c2']);
    expect(observations(events).map(({ output }) => output)).toEqual([
      'look was run',
      'changed\n\n(No checkpoint could be taken before this call: disk full)',
      'changed',
    ]);
  });
});

describe('the same call again and again', () => {
  const same = asksFor(['look', { at: 'a', deep: true }]);
  const reordered = asksFor(['look', '{ "deep": true, "at": "a" }']);

  test('is pointed out to the model at the third time', async () => {
    const { engine } = makeEngine([same, reordered, same, says('Well.')], [simpleTool('look')]);
    const outputs = observations(await collect(engine.processMessage('Hi', 'agent'))).map(
      ({ output }) => output,
    );
    expect(outputs).toEqual([
      'look was run',
      'look was run',
      'look was run\n\nNote: you have made this call 3 times in a row with the same arguments. ' +
        'Making it again will not tell you more: try something else, or answer with what you know.',
    ]);
    expect(engine.history.at(-2)).toMatchObject({ role: 'tool', content: outputs[2] });
  });

  test('is not when another call came between', async () => {
    const other = asksFor(['look', { at: 'b' }]);
    const { engine } = makeEngine([same, same, other, same, same, says('Well.')], [simpleTool('look')]);
    const outputs = observations(await collect(engine.processMessage('Hi', 'agent'))).map(
      ({ output }) => output,
    );
    expect(outputs).toEqual(Array.from({ length: 5 }, () => 'look was run'));
  });

  test('ends the run at the sixth time, before it runs again', async () => {
    const run = vi.fn(() => 'nothing');
    const { engine } = makeEngine(
      Array.from({ length: 9 }, () => same),
      [simpleTool('look', { run })],
    );
    expect(await engine.processMessage('Hi', 'agent').result()).toEqual({
      type: 'error',
      name: 'MaxIterationsError',
      code: 'MAX_ITERATIONS',
      message:
        'The model asked for the same call 6 times in a row (look {"at":"a","deep":true}), so the run was stopped. ' +
        'Say in the next message what to do differently.',
      partial: Array.from({ length: 6 }, () => 'Let me look.').join('\n\n'),
    });
    expect(run).toHaveBeenCalledTimes(5);
    expect(engine.history.at(-1)).toMatchObject({
      role: 'tool',
      content: 'This call was interrupted: the turn ended before it ran.',
    });
  });
});

describe('limits', () => {
  const looks = Array.from({ length: 9 }, (_, at) => asksFor(['look', { at }]));

  test('on iterations end the run with its progress', async () => {
    const { engine, model } = makeEngine(looks, [simpleTool('look')], { limits: { maxIterations: 2 } });
    const stream = engine.processMessage('Hi', 'agent');
    expect(await stream.result()).toEqual({
      type: 'error',
      name: 'MaxIterationsError',
      code: 'MAX_ITERATIONS',
      message:
        'The run reached its limit of 2 calls of the model before it had an answer. Set a higher limit, or go on from here with the next message.',
      partial: 'Let me look.\n\nLet me look.',
    });
    expect(model.requests.length).toBe(2);
    expect(engine.history.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
  });

  test('on tokens end the run before it asks for more', async () => {
    const costly = ending('toolCalls', usage(90, 10), ...asksFor(['look', {}]).deltas.slice(0, -1));
    const { engine, model } = makeEngine([costly, says('Done.')], [simpleTool('look')], {
      limits: { maxTokens: 100 },
    });
    expect(await engine.processMessage('Hi', 'agent').result()).toMatchObject({
      code: 'MAX_ITERATIONS',
      message: expect.stringContaining('100 tokens'),
    });
    expect(model.requests.length).toBe(1);
  });

  test('on tokens hold for a server that reports no usage', async () => {
    const { engine, model } = makeEngine(looks, [simpleTool('look')], { limits: { maxTokens: 2_000 } });
    expect(await engine.processMessage('Hi', 'agent').result()).toMatchObject({
      code: 'MAX_ITERATIONS',
      message: expect.stringContaining(
        'its limit of 2000 tokens before it had an answer. Set a higher limit',
      ),
      partial: expect.stringContaining('Let me look.'),
    });
    expect(model.requests.length).toBeGreaterThan(1);
    expect(model.requests.length).toBeLessThan(looks.length);
    expect(kinds(await collect(engine.processMessage('continue', 'ask')))).not.toContain('usage');
  });

  test('on cost hold for a server that reports no usage', async () => {
    const model = Object.assign(new PlayedModel(looks), { prices: { input: 1_000, output: 1_000 } });
    const { engine } = makeEngine(model, [simpleTool('look')], { limits: { maxCostUsd: 2 } });
    expect(await engine.processMessage('Hi', 'agent').result()).toMatchObject({
      code: 'MAX_ITERATIONS',
      message: expect.stringContaining('its limit of 2 US dollars'),
    });
    expect(model.requests.length).toBeLessThan(looks.length);
  });

  test('of a turn that is cancelled keep what its request had used', async () => {
    const model = Object.assign(
      new PlayedModel([
        { deltas: [usage(1_000, 1), text('Hel')], end: 'hang' },
        { deltas: [usage(500, 1)], end: 'hang' },
      ]),
      { prices: { input: 1_000, output: 1_000 } },
    );
    const { engine } = makeEngine(model, []);
    for (const partial of ['Hel', '']) {
      const reading = collect(engine.processMessage('Hi', 'agent'));
      await settle();
      engine.cancel();
      const events = await reading;
      expect(events.at(-1)).toMatchObject({ code: 'CANCELLED', partial });
      expect(events.filter(({ type }) => type === 'usage')).toMatchObject([
        { usage: { outputTokens: 1 }, costUsd: expect.any(Number) as number },
      ]);
    }
  });

  test('on tokens let an answer through that comes with the last of them', async () => {
    const { engine } = makeEngine([ending('end', text('Done.'), usage(1_000, 1_000))], [], {
      limits: { maxTokens: 100 },
    });
    expect(await engine.processMessage('Hi', 'agent').result()).toEqual({ type: 'answer', content: 'Done.' });
  });

  test('on time end the run while the model speaks', async () => {
    const { engine, clock } = makeEngine([{ deltas: [text('I am ')], end: 'hang' }], [], {
      limits: { maxTimeMs: 5_000 },
    });
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    clock.advance(5_000);
    expect(await stream.result()).toMatchObject({
      code: 'MAX_ITERATIONS',
      message:
        'The run reached its limit of 5 s before it had an answer. Set a higher limit, or go on from here with the next message.',
      partial: 'I am ',
    });
    expect(clock.pending).toBe(0);
  });

  test('on time end the run while a tool runs', async () => {
    const { engine, clock } = makeEngine([asksFor(['look', {}])], [simpleTool('look', { run: hang })], {
      limits: { maxTimeMs: 5_000 },
    });
    const reading = collect(engine.processMessage('Hi', 'agent'));
    await settle();
    clock.advance(5_000);
    expect(kinds(await reading)).toBe('token thought action observation error');
    expect(clock.pending).toBe(0);
  });

  test('on time do not count the time that a person takes to approve', async () => {
    const { engine, clock } = makeEngine(
      [asksFor(['change', {}]), { deltas: [], end: 'hang' }],
      [simpleTool('change', { isReadOnly: false })],
      { limits: { maxTimeMs: 5_000 } },
    );
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    clock.advance(60_000);
    expect(engine.getState()).toEqual({ status: 'awaiting approval', callId: 'c0', tool: 'change' });
    engine.respondToApproval('c0', 'approve');
    await settle();
    clock.advance(4_999);
    expect(engine.getState()).toEqual({ status: 'thinking', iteration: 2 });
    clock.advance(1);
    expect(await stream.result()).toMatchObject({ code: 'MAX_ITERATIONS' });
  });

  test('on time do not count the time that a tool waits for a person', async () => {
    let answer = (): void => undefined;
    const asked = simpleTool('ask', {
      run: async (_params, { pauseTurn }) => {
        const resume = pauseTurn?.();
        await new Promise<void>((resolve) => (answer = resolve));
        resume?.();
        return 'answered';
      },
    });
    const { engine, clock } = makeEngine([asksFor(['ask', {}]), { deltas: [], end: 'hang' }], [asked], {
      limits: { maxTimeMs: 5_000 },
    });
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    clock.advance(60_000);
    expect(engine.getState()).toEqual({ status: 'acting', tools: ['ask'] });
    answer();
    await settle();
    clock.advance(5_000);
    expect(await stream.result()).toMatchObject({ code: 'MAX_ITERATIONS' });
  });

  test.each([
    ['maxIterations', 0],
    ['maxTokens', Number.NaN],
    ['maxTimeMs', 2 ** 31],
  ])('refuse %s = %s', (name, value) => {
    expect(() => makeEngine([], [], { limits: { [name]: value } })).toThrow(SettingsError);
  });
});

describe('approval', () => {
  const change = (run = () => 'changed') => simpleTool('change', { isReadOnly: false, run });

  test('is asked for, and an approved call runs', async () => {
    const { engine } = makeEngine([asksFor(['change', { at: 'a' }]), says('Done.')], [change()]);
    const events: AgentEvent[] = [];
    for await (const event of engine.processMessage('Hi', 'agent')) {
      events.push(event);
      if (event.type !== 'approval_request') continue;
      expect(engine.getState()).toEqual({ status: 'awaiting approval', callId: 'c0', tool: 'change' });
      expect(engine.respondToApproval(event.callId, 'approve')).toBe(true);
    }
    expect(kinds(events)).toBe(
      'token thought action approval_request approval_resolved observation token answer',
    );
    expect(events[3]).toEqual({
      type: 'approval_request',
      callId: 'c0',
      tool: 'change',
      category: 'File edits',
      params: { at: 'a' },
      reasons: ['It changes files.'],
      offers: [{ scope: 'thread', description: 'every call of change' }],
    });
    expect(observations(events)).toEqual([{ outcome: 'success', success: true, output: 'changed' }]);
  });

  test('denied is an observation, and the run goes on', async () => {
    const run = vi.fn(() => 'changed');
    const { engine } = makeEngine([asksFor(['change', {}]), says('Fine.')], [change(run)]);
    const events: AgentEvent[] = [];
    for await (const event of engine.processMessage('Hi', 'agent')) {
      events.push(event);
      if (event.type === 'approval_request') engine.respondToApproval(event.callId, 'deny');
    }
    expect(observations(events)).toEqual([
      {
        outcome: 'rejected',
        success: false,
        output:
          'The person denied this call. Do not make it again: go another way, or say what you need it for.',
      },
    ]);
    expect(events.at(-1)).toEqual({ type: 'answer', content: 'Fine.' });
    expect(run).not.toHaveBeenCalled();
  });

  test('is not asked for what is bad anyway', async () => {
    const { engine } = makeEngine([asksFor(['change', { bad: 1 }]), says('Fine.')], [change()]);
    expect(kinds(await collect(engine.processMessage('Hi', 'agent')))).toBe(
      'token thought action observation token answer',
    );
  });

  test('can be given once, and only for a call that awaits it', async () => {
    const { engine } = makeEngine([asksFor(['change', {}]), says('Done.')], [change()]);
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    expect(engine.respondToApproval('other', 'approve')).toBe(false);
    expect(engine.respondToApproval('c0', 'approve')).toBe(true);
    expect(engine.respondToApproval('c0', 'deny')).toBe(false);
    expect(await stream.result()).toEqual({ type: 'answer', content: 'Done.' });
  });

  test('that is awaited ends when the turn is cancelled', async () => {
    const run = vi.fn(() => 'changed');
    const { engine, clock } = makeEngine([asksFor(['change', {}])], [change(run)]);
    const reading = collect(engine.processMessage('Hi', 'agent'));
    await settle();
    engine.cancel();
    expect(kinds(await reading)).toBe('token thought action approval_request observation error');
    expect(engine.respondToApproval('c0', 'approve')).toBe(false);
    await settle();
    expect(run).not.toHaveBeenCalled();
    expect(clock.pending).toBe(0);
  });
});

describe('cancelling', () => {
  const cancelled = (partial: string): AgentEvent => ({
    type: 'error',
    name: 'CancellationError',
    code: 'CANCELLED',
    message: 'The turn was cancelled.',
    partial,
  });

  test('a model that ignores its signal ends the turn at once and keeps what it said', async () => {
    const { engine, model, clock } = makeEngine([{ deltas: [text('Half '), text('an')], end: 'hang' }]);
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    engine.cancel();
    expect(engine.getState()).toEqual({ status: 'idle' });
    expect(await stream.result()).toEqual(cancelled('Half an'));
    expect(engine.history).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Half an' },
    ]);
    expect(model.requests[0]?.options.signal?.aborted).toBe(true);
    await settle();
    expect(clock.pending).toBe(0);
  });

  test('a tool that ignores its signal ends the turn at once, and every call has its result', async () => {
    let signal: AbortSignal | undefined;
    const stuck = simpleTool('stuck', {
      run: (_, context) => {
        signal = context.signal;
        return hang();
      },
    });
    const { engine, clock } = makeEngine(
      [asksFor(['look', {}], ['stuck', {}], ['change', {}])],
      [simpleTool('look'), stuck, simpleTool('change', { isReadOnly: false })],
    );
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    expect(engine.getState()).toEqual({ status: 'acting', tools: ['stuck'] });
    engine.cancel();
    const events = await collect(stream);
    expect(kinds(events)).toBe('token thought action action observation observation observation error');
    expect(observations(events).map(({ outcome, error }) => [outcome, error])).toEqual([
      ['success', undefined],
      ['rejected', 'CANCELLED'],
      ['rejected', 'CANCELLED'],
    ]);
    expect(events.at(-1)).toEqual(cancelled('Let me look.'));
    expect(engine.history.slice(2)).toEqual([
      { role: 'tool', toolCallId: 'c0', name: 'look', content: 'look was run' },
      {
        role: 'tool',
        toolCallId: 'c1',
        name: 'stuck',
        content:
          'This call was interrupted while it ran. It may have had effects: check before you rely on its outcome.',
      },
      {
        role: 'tool',
        toolCallId: 'c2',
        name: 'change',
        content: 'This call was interrupted: the turn ended before it ran.',
      },
    ]);
    expect(signal?.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test.each([
    ['was changing something', 'auto', /^This call was interrupted while it ran\. It may have had effects/],
    ['waited for an approval', 'ask', /^This call was interrupted: the turn ended before it ran\.$/],
  ] as const)('says of a call that %s what became of it', async (_what, policy, expected) => {
    const stuck = simpleTool('stuck', { isReadOnly: false, run: hang });
    const { engine } = makeEngine([asksFor(['stuck', {}])], [stuck], {
      approvals: { 'File edits': policy },
    });
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    engine.cancel();
    await stream.result();
    const [result] = engine.history.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    expect(result).toMatch(expected);
  });

  test('ends a turn with a call that waits for the test of the sandbox', async () => {
    const tool = simpleTool('stuck', { category: 'Dangerous tools', isReadOnly: false });
    const { engine } = makeEngine([asksFor(['stuck', {}])], [tool], {
      judging: { sandboxState: () => new Promise(() => undefined) },
    });
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    engine.cancel();
    expect(await stream.result()).toEqual(cancelled('Let me look.'));
  });

  test('during the wait for a retry leaves no timer', async () => {
    const { engine, clock } = makeEngine([
      { deltas: [text('void')], end: new LLMConnectionError('The server is down.', {}) },
    ]);
    const stream = engine.processMessage('Hi', 'agent');
    await settle();
    engine.cancel();
    expect(await stream.result()).toEqual(cancelled(''));
    await settle();
    expect(clock.pending).toBe(0);
  });

  test('before the model was called ends the turn', async () => {
    const { engine } = makeEngine([says('Hello')]);
    const stream = engine.processMessage('Hi', 'agent');
    engine.cancel();
    expect(await collect(stream)).toEqual([cancelled('')]);
  });

  test('twice, or without a turn, does nothing more', async () => {
    const { engine } = makeEngine([{ deltas: [], end: 'hang' }]);
    engine.cancel();
    const stream = engine.processMessage('Hi', 'agent');
    engine.cancel();
    engine.cancel();
    expect(await collect(stream)).toEqual([cancelled('')]);
  });

  test('is what an abort of the signal does, which is left alone when the turn is over', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const { engine } = makeEngine([says('One.'), { deltas: [text('Hal')], end: 'hang' }]);
    expect(await engine.processMessage('Hi', 'agent', { signal }).result()).toMatchObject({
      content: 'One.',
    });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const stream = engine.processMessage('Hi', undefined, { signal });
    await settle();
    controller.abort(new Error('enough'));
    expect(await stream.result()).toMatchObject({ type: 'error', code: 'CANCELLED', partial: 'Hal' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(engine.getState()).toEqual({ status: 'idle' });
  });

  test('is what a signal does that was aborted before', async () => {
    const { engine } = makeEngine([says('One.')]);
    const stream = engine.processMessage('Hi', 'agent', { signal: AbortSignal.abort() });
    expect(await stream.result()).toMatchObject({ type: 'error', code: 'CANCELLED' });
    expect(engine.getState()).toEqual({ status: 'idle' });
  });

  test('is what leaving the loop early does', async () => {
    const { engine, clock } = makeEngine([{ deltas: [text('Half '), text('an')], end: 'hang' }]);
    const stream = engine.processMessage('Hi', 'agent');
    for await (const event of stream) if (event.type === 'token') break;
    expect(await stream.result()).toEqual(cancelled('Half '));
    expect(engine.getState()).toEqual({ status: 'idle' });
    await settle();
    expect(clock.pending).toBe(0);
  });

  test('leaving the loop of a turn that is over does not touch the next one', async () => {
    const { engine } = makeEngine([says('One.'), says('Two.')]);
    const first = engine.processMessage('First', 'agent');
    await first.result();
    const second = engine.processMessage('Second', 'agent');
    for await (const _ of first) break;
    expect(await second.result()).toEqual({ type: 'answer', content: 'Two.' });
  });

  test('lets the conversation go on', async () => {
    const { engine, model } = makeEngine([{ deltas: [text('Half')], end: 'hang' }, says('Whole')]);
    const first = engine.processMessage('Hi', 'agent');
    await settle();
    engine.cancel();
    await first.result();
    expect(await engine.processMessage('Go on', 'agent').result()).toEqual({
      type: 'answer',
      content: 'Whole',
    });
    expect(model.requests[1]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Half' },
      { role: 'user', content: 'Go on' },
    ]);
  });
});
