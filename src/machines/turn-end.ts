import type { RunLimits } from '../actors/protocol/agent.js';
import {
  CancellationError,
  LLMRequestError,
  LLMResponseError,
  MaxIterationsError,
} from '../actors/protocol/errors.js';
import type { ToolCall } from '../actors/protocol/llm.js';
import type { EntryBody, TurnEnd } from '../actors/protocol/thread.js';
import { type RequestedCall, findRepeated } from './requested-call.js';
import { GIVE_UP_AT } from './repeats.js';
import { toErrorRecord } from './to-error-record.js';

/** As many replies in a row may be cut off in a call: a model that is told twice and does it again will not stop. */
export const MAX_CUT_REPLIES = 3;

// Enough of the arguments to recognise the call; the new content of a file would fill the screen.
const MAX_ARGUMENT_CHARS = 200;

/** The end of the message of a turn that reached a limit. Each face says beside it how the next message is sent there. */
export const GO_ON_FROM_HERE = 'Set a higher limit, or go on from here with the next message.';

/** The last entry of a turn. */
export type TurnEnded = Extract<EntryBody, { kind: 'turn_ended' }>;

/** The end of a turn that failed with `thrown`. */
export function endWithError(thrown: unknown, outcome: TurnEnd = 'failed'): TurnEnded {
  return { kind: 'turn_ended', outcome, error: toErrorRecord(thrown) };
}

/** The end of a turn that was cancelled. */
export function endCancelled(): TurnEnded {
  return endWithError(new CancellationError('The turn was cancelled.', {}), 'cancelled');
}

/** The end of a turn in which the provider filtered the model's reply. */
export function endFiltered(): TurnEnded {
  const message =
    "The model's provider withheld the answer. Put the request in other words, or use another model.";
  return endWithError(new LLMRequestError(message, {}));
}

/** The end of a turn that reached a limit. */
export function endAtLimit(limit: 'iterations' | 'tokens' | 'time' | 'cost', limits: RunLimits): TurnEnded {
  const { maxIterations, maxTokens, maxTimeMs, maxCostUsd = Infinity } = limits;
  const allowed = { iterations: maxIterations, tokens: maxTokens, time: maxTimeMs, cost: maxCostUsd }[limit];
  const unit = {
    iterations: `${maxIterations} calls of the model`,
    tokens: `${maxTokens} tokens`,
    time: `${maxTimeMs / 1000} s`,
    cost: `${maxCostUsd} US dollars`,
  }[limit];
  const message = `The run reached its limit of ${unit} before it had an answer. ${GO_ON_FROM_HERE}`;
  return endWithError(new MaxIterationsError(message, { limit, allowed }), 'exhausted');
}

/** The end of a turn in which the model made the same call too often in a row. */
export function endRepeating(calls: readonly RequestedCall[]): TurnEnded {
  const repeated = findRepeated(calls);
  const which = repeated === undefined ? '' : ` (${describe(repeated)})`;
  const message =
    `The model asked for the same call ${GIVE_UP_AT} times in a row${which}, so the run was stopped. ` +
    `Say in the next message what to do differently.`;
  return endWithError(
    new MaxIterationsError(message, { limit: 'repeats', allowed: GIVE_UP_AT }),
    'exhausted',
  );
}

/** The end of a turn in which the model reached its output limit in the middle of a call too often in a row. */
export function endCutOff(): TurnEnded {
  const message =
    `The model reached its output limit in the middle of a tool call ${MAX_CUT_REPLIES} times in a row. ` +
    'Ask for less at once, or use a model that can give longer answers.';
  return endWithError(new LLMResponseError(message, { problem: 'cut call' }));
}

function describe({ name, arguments: text }: ToolCall): string {
  if (text.length <= MAX_ARGUMENT_CHARS) return `${name} ${text}`;
  const cut = text.slice(0, MAX_ARGUMENT_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  return `${name} ${cut}…`;
}
