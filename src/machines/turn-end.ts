import { causeOf } from '../actors/protocol/cause-of.js';
import type { TurnOutcome } from '../actors/protocol/agent.js';
import {
  ActorLostError,
  CancellationError,
  LLMRequestError,
  MaxIterationsError,
  TroupeError,
} from '../actors/protocol/errors.js';
import type { ToolCall } from '../actors/protocol/llm.js';
import { joinSentences } from '../actors/protocol/sentences.js';
import { type RequestedCall, findRepeated } from './requested-call.js';
import { GIVE_UP_AT } from './repeats.js';
import { messageOf } from './refused-call.js';

// Enough of the arguments to recognise the call; the new content of a file would fill the screen.
const MAX_ARGUMENT_CHARS = 200;

/** The last event of a turn that failed with `thrown`. */
export function endWithError(thrown: unknown, partial: string): TurnOutcome {
  const error =
    thrown instanceof TroupeError
      ? thrown
      : new ActorLostError(
          joinSentences(`The agent loop failed: ${messageOf(thrown)}`),
          { actor: 'agent' },
          { cause: thrown },
        );
  const { name, code, message } = error;
  return { type: 'error', name, code, message, partial, ...causeOf(error) };
}

/** The last event of a turn that was cancelled. */
export function endCancelled(partial: string): TurnOutcome {
  return endWithError(new CancellationError('The turn was cancelled.', { partial }), partial);
}

/** The last event of a turn in which the provider filtered the model's reply. */
export function endFiltered(partial: string): TurnOutcome {
  const message =
    "The model's provider withheld the answer. Put the request in other words, or use another model.";
  return endWithError(new LLMRequestError(message, {}), partial);
}

/** The last event of a turn that reached a limit. The progress so far is the event's `partial`. */
export function endAtLimit(
  limit: 'iterations' | 'tokens' | 'cost' | 'time',
  allowed: number,
  progress: string,
): TurnOutcome {
  const message = {
    iterations: `The run reached its limit of ${allowed} calls of the model before it had an answer.`,
    tokens: `The run reached its limit of ${allowed} tokens before it had an answer.`,
    cost: `The run reached its limit of ${allowed} US dollars before it had an answer.`,
    time: `The run reached its limit of ${allowed / 1000} s before it had an answer.`,
  }[limit];
  return endWithError(
    new MaxIterationsError(`${message} Send "continue" to go on from here.`, { limit, allowed, progress }),
    progress,
  );
}

/** The last event of a turn in which the model made the same call too often in a row. */
export function endRepeating(calls: readonly RequestedCall[], progress: string): TurnOutcome {
  const repeated = findRepeated(calls);
  const which = repeated === undefined ? '' : ` (${describe(repeated)})`;
  const message =
    `The model asked for the same call ${GIVE_UP_AT} times in a row${which}, so the run was stopped. ` +
    `Tell it what to do differently.`;
  return endWithError(
    new MaxIterationsError(message, { limit: 'repeats', allowed: GIVE_UP_AT, progress }),
    progress,
  );
}

function describe({ name, arguments: text }: ToolCall): string {
  if (text.length <= MAX_ARGUMENT_CHARS) return `${name} ${text}`;
  const cut = text.slice(0, MAX_ARGUMENT_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  return `${name} ${cut}…`;
}
