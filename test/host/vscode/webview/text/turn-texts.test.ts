import { expect, test } from 'vitest';
import type { TurnView } from '../../../../../src/actors/threads/turn-view.js';
import {
  formatDuration,
  formatSeconds,
} from '../../../../../src/host/vscode/webview/text/format-duration.js';
import {
  describeCosts,
  describeRetry,
  describeThought,
} from '../../../../../src/host/vscode/webview/text/turn-texts.js';

test('a retry says the number of the next try', () => {
  const notice = { attempt: 2, maxAttempts: 5 };
  expect(describeRetry(notice, 2_300)).toBe('Trying again in 3 s (try 2 of 5).');
  expect(describeRetry(notice, 0)).toBe('Trying again (try 2 of 5).');
  expect(describeRetry(notice, undefined)).toBe('Tried again (try 2 of 5).');
});

test('a retry by another model says which', () => {
  const notice = { attempt: 1, maxAttempts: 1, model: 'b/spare' };
  expect(describeRetry(notice, undefined)).toBe('b/spare goes on with this turn.');
});

test.each<[turn: Partial<TurnView>, text: string]>([
  [
    { beganAt: 1_000, endedAt: 13_400, usage: { inputTokens: 1_200, outputTokens: 1 } },
    '12 s · 1,200 tokens in, 1 token out',
  ],
  [
    { usage: { inputTokens: 1_200, outputTokens: 40, cachedTokens: 900 } },
    '1,200 tokens in (900 cached), 40 tokens out',
  ],
  [{ beganAt: 1_000, endedAt: 1_200, usage: { inputTokens: 0, outputTokens: 0 } }, ''],
  [{ model: 'offline/rules', usage: { inputTokens: 1, outputTokens: 2 } }, ''],
  [{ usage: { inputTokens: 1, outputTokens: 0 }, costUsd: 0.0123 }, '1 token in, 0 tokens out · $0.012'],
])('a turn says what it took: %j', (turn, text) => {
  const view: TurnView = {
    id: undefined,
    state: 'answered',
    steps: [],
    usage: { inputTokens: 0, outputTokens: 0 },
    ...turn,
  };
  expect(describeCosts(view)).toBe(text);
});

test('a thought says how long it took, if that is known', () => {
  expect([undefined, 300, 4_200, 61_000].map(describeThought)).toEqual([
    'Thought',
    'Thought',
    'Thought for 4 s',
    'Thought for 1 min 1 s',
  ]);
});

test('durations are written as people say them', () => {
  expect([0, 440, 2_349, 9_960, 12_400, 60_000, 200_000].map(formatDuration)).toEqual([
    '0 s',
    '0.4 s',
    '2.3 s',
    '10 s',
    '12 s',
    '1 min',
    '3 min 20 s',
  ]);
  expect(formatSeconds(61)).toBe('1 min 1 s');
});
