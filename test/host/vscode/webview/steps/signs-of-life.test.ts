import { expect, test } from 'vitest';
import { NOTHING_LIVE } from '../../../../../src/actors/threads/live-state.js';
import type { CallState, TurnStep, TurnView } from '../../../../../src/actors/threads/turn-view.js';
import {
  canResume,
  findSignOfLife,
  hasNoAnswer,
} from '../../../../../src/host/vscode/webview/steps/signs-of-life.js';

const turn = (rest: Partial<TurnView>): TurnView => ({
  id: undefined,
  state: 'running',
  steps: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  ...rest,
});
const call = (state: CallState): TurnStep => ({ kind: 'call', callId: 'c', tool: 'x', params: {}, state });
const live = (channel: 'answer' | 'reasoning') => ({ ...NOTHING_LIVE, draft: [{ channel, text: 'a' }] });
const answer: TurnStep = { kind: 'text', role: 'answer', text: 'Yes.' };

test('a running turn shows nothing of itself until something streams in or a call is at work', () => {
  expect(findSignOfLife(turn({}), NOTHING_LIVE)).toBe('nothing');
  expect(findSignOfLife(turn({ steps: [call('done')] }), NOTHING_LIVE)).toBe('nothing');
  for (const state of ['requested', 'judging', 'waiting', 'allowed', 'running'] as const)
    expect(findSignOfLife(turn({ steps: [call(state)] }), NOTHING_LIVE)).toBe('steps');
  expect(findSignOfLife(turn({}), live('reasoning'))).toBe('steps');
  expect(findSignOfLife(turn({}), live('answer'))).toBe('draft');
});

test('a turn has no answer when its last reply said nothing', () => {
  expect(hasNoAnswer(turn({ state: 'answered', steps: [call('done')] }))).toBe(true);
  expect(hasNoAnswer(turn({ state: 'answered', steps: [answer] }))).toBe(false);
  expect(hasNoAnswer(turn({ state: 'failed' }))).toBe(false);
});

test('an interrupted turn goes on from its calls, and not from half a reply', () => {
  const interrupted = (...steps: readonly TurnStep[]) => turn({ state: 'interrupted', beganAt: 1, steps });
  expect(canResume(interrupted())).toBe(true);
  expect(canResume(interrupted(call('stopped')))).toBe(true);
  expect(canResume(interrupted({ kind: 'text', role: 'partial', text: 'Half' }))).toBe(false);
  expect(canResume(interrupted({ kind: 'reasoning', text: 'Hm' }))).toBe(false);
  expect(canResume(turn({ state: 'interrupted' }))).toBe(false);
  expect(canResume(turn({ state: 'answered', beganAt: 1 }))).toBe(false);
});
