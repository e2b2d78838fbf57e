import { expect, test } from 'vitest';
import type { RunLimits, TurnOutcome } from '../../../../src/actors/protocol/agent.js';
import { addRemedy, type NextMessage } from '../../../../src/host/cli/turn/add-remedy.js';
import { endAtLimit, endRepeating, type TurnEnded } from '../../../../src/machines/turn-end.js';

const LIMITS: RunLimits = { maxIterations: 2, maxTokens: 3, maxTimeMs: 4_000, maxCostUsd: 5 };

const CHAT: NextMessage = { in: 'chat' };
const RUN: NextMessage = { in: 'run', options: '--resume abc' };
const UNSTORED: NextMessage = { in: 'nothing' };

/** What is added to the message of the end of a turn. */
function remedyFor({ error }: TurnEnded, next: NextMessage): string {
  if (error === undefined) throw new Error('The turn ended without an error.');
  const outcome: TurnOutcome = { type: 'error', partial: '', ...error };
  const { message } = addRemedy(outcome, next);
  expect(message.startsWith(error.message)).toBe(true);
  return message.slice(error.message.length);
}

test.each(['iterations', 'tokens', 'time', 'cost'] as const)(
  'a turn that reached its limit of %s goes on in a chat by a message, and after a run by another run',
  (limit) => {
    const end = endAtLimit(limit, LIMITS);
    expect(remedyFor(end, CHAT)).toBe(' Send "continue", for instance.');
    expect(remedyFor(end, RUN)).toBe(' To send one: troupe run --resume abc "continue"');
    expect(remedyFor(end, UNSTORED)).toBe(
      ' This conversation is not stored, so none can be sent: start another run.',
    );
  },
);

test('a turn that was stopped because it repeated itself is not told to do so again', () => {
  const end = endRepeating([]);
  expect(remedyFor(end, CHAT)).toBe('');
  expect(remedyFor(end, RUN)).toBe(' To send one: troupe run --resume abc "..."');
  expect(remedyFor(end, UNSTORED)).toBe(
    ' This conversation is not stored, so none can be sent: start another run.',
  );
});

test.each([CHAT, RUN, UNSTORED])(
  'an answer, and an error that has another cause, is as it was: %j',
  (next) => {
    const answer: TurnOutcome = { type: 'answer', content: 'Fine.' };
    expect(addRemedy(answer, next)).toBe(answer);
    const failed: TurnOutcome = {
      type: 'error',
      name: 'LLMConnectionError',
      code: 'LLM_CONNECTION',
      message: 'No connection.',
      partial: '',
    };
    expect(addRemedy(failed, next)).toBe(failed);
  },
);
