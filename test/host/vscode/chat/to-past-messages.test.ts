import { expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import { toPastMessages } from '../../../../src/host/vscode/chat/to-past-messages.js';

const turn = (text: string, ...events: readonly AgentEvent[]) => ({
  message: { text, mentions: [] },
  events,
  state: 'ended' as const,
});

test('a model is told what was asked and answered, and not what was looked up', () => {
  const looked: AgentEvent = { type: 'thought', content: 'I look.' };
  expect(toPastMessages([turn('Hi', looked, { type: 'answer', content: 'Hello.' })])).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
  ]);
});

test('a turn without an answer stands for what was said, or for its interruption', () => {
  const failed: AgentEvent = {
    type: 'error',
    name: 'CancellationError',
    code: 'CANCELLED',
    message: 'You stopped it.',
    partial: 'Half an',
  };
  const answers = toPastMessages([
    turn('a', failed),
    turn('b', { ...failed, partial: '' }),
    turn('c'),
  ]).filter(({ role }) => role === 'assistant');
  expect(answers.map(({ content }) => content)).toEqual([
    'Half an',
    '(The turn was interrupted before there was an answer.)',
    '(The turn was interrupted before there was an answer.)',
  ]);
});
