import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../../../../src/actors/protocol/agent.js';
import type { ToolOutcome } from '../../../../../src/actors/protocol/tool.js';
import {
  endTurn,
  applyEvent,
  buildTurnView,
} from '../../../../../src/host/vscode/webview/state/apply-event.js';
import type { Step, TurnView } from '../../../../../src/host/vscode/webview/state/step.js';

const EMPTY: TurnView = {
  message: { text: 'a', mentions: [] },
  state: 'running',
  steps: [],
  usage: undefined,
};

const fold = (...events: readonly AgentEvent[]): TurnView => events.reduce(applyEvent, EMPTY);
const steps = (...events: readonly AgentEvent[]): readonly Step[] => fold(...events).steps;

const said = (content: string): AgentEvent => ({ type: 'token', channel: 'answer', content });
const mused = (content: string): AgentEvent => ({ type: 'token', channel: 'reasoning', content });
const action = (callId = '1'): AgentEvent => ({
  type: 'action',
  callId,
  tool: 'read_file',
  params: { uri: 'a' },
});
const observation = (outcome: ToolOutcome, callId = '1'): AgentEvent => ({
  type: 'observation',
  callId,
  tool: 'read_file',
  result: { outcome, success: outcome === 'success', output: 'b' },
});

describe('tokens', () => {
  test('of a channel that follow each other make one step', () => {
    expect(steps(mused('a'), mused('b'), said('c'), said('d'), mused('e'))).toEqual([
      { kind: 'reasoning', text: 'ab', isDraft: true },
      { kind: 'text', role: 'draft', text: 'cd' },
      { kind: 'reasoning', text: 'e', isDraft: true },
    ]);
  });

  test('leave the steps before them the same objects', () => {
    const before = fold(action(), observation('success'), said('a'));
    const after = applyEvent(before, said('b'));
    expect(after.steps[0]).toBe(before.steps[0]);
  });
});

describe('a thought', () => {
  test('takes the place of the tokens that it was made from', () => {
    expect(steps(mused('a'), said('b'), { type: 'thought', content: 'b', reasoning: 'a' })).toEqual([
      { kind: 'reasoning', text: 'a', isDraft: false },
      { kind: 'text', role: 'thought', text: 'b' },
    ]);
  });

  test('without words is no step', () => {
    expect(steps(said(' '), { type: 'thought', content: ' ' })).toEqual([]);
  });

  test('leaves the thoughts and calls before it alone', () => {
    const first = [said('a'), { type: 'thought', content: 'a' }, action(), observation('success')] as const;
    expect(steps(...first, said('b'), { type: 'thought', content: 'b' }).slice(0, 2)).toEqual(
      steps(...first),
    );
  });
});

test('an answer takes the place of its tokens and keeps the reasoning', () => {
  expect(steps(mused('a'), said('b'), { type: 'answer', content: 'bc' })).toEqual([
    { kind: 'reasoning', text: 'a', isDraft: false },
    { kind: 'text', role: 'answer', text: 'bc' },
  ]);
});

describe('a call', () => {
  test.each<[ToolOutcome, string]>([
    ['success', 'done'],
    ['tool_error', 'failed'],
    ['invalid_params', 'failed'],
    ['rejected', 'rejected'],
  ])('that ends in %s is %s', (outcome, state) => {
    expect(steps(action())).toEqual([
      { kind: 'tool', callId: '1', tool: 'read_file', params: { uri: 'a' }, state: 'running' },
    ]);
    expect(steps(action(), observation(outcome))).toEqual([
      { kind: 'tool', callId: '1', tool: 'read_file', params: { uri: 'a' }, state, output: 'b' },
    ]);
  });

  test('waits while a person is asked, whether it was told before or not', () => {
    const asked: AgentEvent = {
      type: 'approval_request',
      callId: '1',
      tool: 'read_file',
      category: 'Read file',
      params: { uri: 'a' },
      reasons: ['It reads files.'],
      offers: [{ scope: 'thread', description: 'every call of read_file' }],
    };
    const question = {
      reasons: ['It reads files.'],
      offers: [{ scope: 'thread', description: 'every call of read_file' }],
    };
    const waiting = [
      { kind: 'tool', callId: '1', tool: 'read_file', params: { uri: 'a' }, state: 'waiting', question },
    ];
    expect(steps(asked)).toEqual(waiting);
    expect(steps(action(), asked)).toEqual(waiting);
    expect(steps(asked, action())).toEqual(steps(action()));
  });

  test('keeps what it would do, once it is approved and when it has ended', () => {
    const preview = { kind: 'command', command: 'ls', cwd: '/w', notes: [] } as const;
    const asked: AgentEvent = {
      type: 'approval_request',
      callId: '1',
      tool: 'read_file',
      category: 'Read file',
      params: { uri: 'a' },
      reasons: ['Why.'],
      preview,
    };
    const call = { kind: 'tool', callId: '1', tool: 'read_file', params: { uri: 'a' }, preview };
    const output: AgentEvent = { type: 'tool_output', callId: '1', stream: 'stdout', text: 'so far' };
    expect(steps(action(), asked)).toEqual([{ ...call, state: 'waiting', question: { reasons: ['Why.'] } }]);
    expect(steps(action(), asked, action(), output)).toEqual([
      { ...call, state: 'running', output: 'so far' },
    ]);
    expect(steps(action(), asked, observation('success'))).toEqual([{ ...call, state: 'done', output: 'b' }]);
  });

  test('finds its result among others that run', () => {
    const states = steps(action('1'), action('2'), observation('success', '1')).map((step) =>
      step.kind === 'tool' ? step.state : step.kind,
    );
    expect(states).toEqual(['done', 'running']);
  });

  test('of a tool that nobody knows has a result alone', () => {
    expect(steps(observation('tool_error'))).toEqual([
      { kind: 'tool', callId: '1', tool: 'read_file', params: undefined, state: 'failed', output: 'b' },
    ]);
  });
});

test('a notice is a step of its own and leaves the others as they are', () => {
  const notice = { type: 'notice', message: 'It could not be kept.' } as const;
  expect(steps(action(), notice, observation('success'))).toEqual([
    ...steps(action(), observation('success')),
    { kind: 'notice', message: 'It could not be kept.' },
  ]);
});

test('a retry makes the text of the failed try void', () => {
  const notice = { attempt: 1, maxAttempts: 3, waitMs: 200, reason: 'gone' };
  expect(
    steps(action(), observation('success'), mused('a'), said('b'), { type: 'retry', ...notice }),
  ).toEqual([...steps(action(), observation('success')), { kind: 'retry', notice }]);
});

describe('an error', () => {
  const error = (partial: string): AgentEvent => ({
    type: 'error',
    name: 'LLMConnectionError',
    code: 'LLM_CONNECTION',
    message: 'gone',
    partial,
  });
  const shown: Step = { kind: 'error', name: 'LLMConnectionError', code: 'LLM_CONNECTION', message: 'gone' };

  test('comes behind what the model had said', () => {
    expect(steps(said('a'), error('ab'))).toEqual([{ kind: 'text', role: 'partial', text: 'ab' }, shown]);
  });

  test('keeps what was streamed when it brings no text', () => {
    expect(steps(mused('m'), said('a'), error(''))).toEqual([
      { kind: 'reasoning', text: 'm', isDraft: false },
      { kind: 'text', role: 'partial', text: 'a' },
      shown,
    ]);
  });
});

test('usage is added up', () => {
  const usage = (inputTokens: number, outputTokens: number): AgentEvent => ({
    type: 'usage',
    usage: { inputTokens, outputTokens },
  });
  expect(fold(usage(1, 2), usage(10, 20)).usage).toEqual({ inputTokens: 11, outputTokens: 22 });
});

describe('the end of a turn', () => {
  test('stops what was still open', () => {
    expect(endTurn(fold(action(), mused('a'), said('b')), 'ended')).toEqual({
      ...EMPTY,
      state: 'ended',
      steps: [
        { kind: 'tool', callId: '1', tool: 'read_file', params: { uri: 'a' }, state: 'stopped' },
        { kind: 'reasoning', text: 'a', isDraft: false },
        { kind: 'text', role: 'partial', text: 'b' },
      ],
    });
  });

  test('leaves what was finished the same objects', () => {
    const turn = fold(action(), observation('success'), { type: 'answer', content: 'a' });
    const ended = endTurn(turn, 'interrupted');
    expect(ended.steps.map((step, index) => step === turn.steps[index])).toEqual([true, true]);
  });
});

test('a turn that is told as a whole is the same as one that was told bit by bit', () => {
  const events = [
    said('a'),
    { type: 'thought', content: 'a' },
    action(),
    observation('success'),
    said('b'),
  ] as const;
  const { message } = EMPTY;
  expect(buildTurnView({ message, events, state: 'running' })).toEqual(fold(...events));
  expect(buildTurnView({ message, events, state: 'interrupted' })).toEqual(
    endTurn(fold(...events), 'interrupted'),
  );
});
