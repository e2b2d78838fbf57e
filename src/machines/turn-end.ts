import { causeOf } from '../actors/protocol/cause-of.js';
import type { RunLimits } from '../actors/protocol/agent.js';
import {
  ActorLostError,
  CancellationError,
  LLMRequestError,
  MaxIterationsError,
  TroupeError,
} from '../actors/protocol/errors.js';
import type { ToolCall } from '../actors/protocol/llm.js';
import { joinSentences } from '../actors/protocol/sentences.js';
import type { EntryBody, TurnEnd } from '../actors/protocol/thread.js';
import { GIVE_UP_AT } from './repeats.js';
import { messageOf } from './refused-call.js';
import { findRepeated, type RequestedCall } from './requested-call.js';

// Enough of the arguments to know the call by; a file's new content would fill the screen.
const MAX_ARGUMENT_CHARS = 200;

/** The last entry of a turn. */
export type TurnEnded = Extract<EntryBody, { kind: 'turn_ended' }>;

/** The end of a turn that failed, whatever was thrown. */
export function endWithError(thrown: unknown, outcome: TurnEnd = 'failed'): TurnEnded {
  const error =
    thrown instanceof TroupeError
      ? thrown
      : new ActorLostError(
          joinSentences(`The agent loop failed: ${messageOf(thrown)}`),
          { actor: 'agent' },
          { cause: thrown },
        );
  const { name, code, message } = error;
  return { kind: 'turn_ended', outcome, error: { name, code, message, ...causeOf(error) } };
}

/** A person or a program cancelled it. */
export function endCancelled(): TurnEnded {
  return endWithError(new CancellationError('The turn was cancelled.', {}), 'cancelled');
}

/** The provider's filter stopped the model. */
export function endFiltered(): TurnEnded {
  const message =
    "The model's provider withheld the answer. Put the request in other words, or use another model.";
  return endWithError(new LLMRequestError(message, {}));
}

/** A limit was reached. */
export function endAtLimit(limit: 'iterations' | 'tokens' | 'time' | 'cost', limits: RunLimits): TurnEnded {
  const { maxIterations, maxTokens, maxTimeMs, maxCostUsd = 0 } = limits;
  const [allowed, what] = {
    iterations: [maxIterations, `${maxIterations} calls of the model`],
    tokens: [maxTokens, `${maxTokens} tokens`],
    time: [maxTimeMs, `${maxTimeMs / 1000} s`],
    cost: [maxCostUsd, `${maxCostUsd} US dollars`],
  }[limit] as [number, string];
  const message = `The run reached its limit of ${what} before it had an answer. Send "continue" to go on from here.`;
  return endWithError(new MaxIterationsError(message, { limit, allowed }), 'exhausted');
}

/** The same call too often in a row. */
export function endInCircles(calls: readonly RequestedCall[]): TurnEnded {
  const repeated = findRepeated(calls);
  const which = repeated === undefined ? '' : ` (${describe(repeated)})`;
  const message =
    `The model asked for the same call ${GIVE_UP_AT} times in a row${which}, so the run was stopped. ` +
    `Tell it what to do differently.`;
  return endWithError(
    new MaxIterationsError(message, { limit: 'repeats', allowed: GIVE_UP_AT }),
    'exhausted',
  );
}

function describe({ name, arguments: text }: ToolCall): string {
  if (text.length <= MAX_ARGUMENT_CHARS) return `${name} ${text}`;
  const cut = text.slice(0, MAX_ARGUMENT_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  return `${name} ${cut}…`;
}
