import type { RetryNotice } from '../../../../actors/protocol/llm.js';
import type { TurnView } from '../../../../actors/threads/turn-view.js';
import { formatUsd } from '../../../../actors/threads/usage/format-usd.js';
import { formatDuration, formatSeconds } from './format-duration.js';
import { TURN_TEXTS } from '../../words/view-words.js';

/**
 * That a request is made again, and by which model if that is another one. `leftMs`: how long it still waits; `undefined`
 * when it waits no more.
 */
export function describeRetry(
  { attempt, maxAttempts, model }: Pick<RetryNotice, 'attempt' | 'maxAttempts' | 'model'>,
  leftMs: number | undefined,
): string {
  if (model !== undefined) return TURN_TEXTS.goesOn(model);
  return leftMs === undefined
    ? TURN_TEXTS.retried(attempt, maxAttempts)
    : TURN_TEXTS.retry(Math.ceil(leftMs / 1_000), attempt, maxAttempts);
}

/** That the model has thought, and for how long if that is known and worth a word. Units: milliseconds. */
export function describeThought(durationMs: number | undefined): string {
  const seconds = Math.round((durationMs ?? 0) / 1_000);
  return seconds < 1 ? TURN_TEXTS.thought : TURN_TEXTS.thoughtFor(formatSeconds(seconds));
}

// The stand-in counts tokens as models do, and nobody pays for them.
const STAND_IN = 'offline/';

/** The time and the tokens of turns that have ended: `12 s · 1,200 tokens in (900 cached), 40 tokens out`. */
export function describeCosts(...turns: readonly TurnView[]): string {
  const sum = (of: (turn: TurnView) => number | undefined): number =>
    turns.reduce((total, turn) => total + (of(turn) ?? 0), 0);
  const durationMs = sum(({ beganAt, endedAt }) =>
    beganAt === undefined || endedAt === undefined ? 0 : endedAt - beganAt,
  );
  const inputTokens = sum(({ usage }) => usage.inputTokens);
  const outputTokens = sum(({ usage }) => usage.outputTokens);
  const costUsd = sum((turn) => turn.costUsd);
  const isPaid = turns.some(({ model = '' }) => !model.startsWith(STAND_IN));
  return [
    ...(durationMs >= 1_000 ? [formatDuration(durationMs)] : []),
    ...(inputTokens + outputTokens > 0 && isPaid
      ? [
          TURN_TEXTS.tokens(
            inputTokens,
            sum(({ usage }) => usage.cachedTokens),
            outputTokens,
          ),
        ]
      : []),
    ...(costUsd === 0 ? [] : [formatUsd(costUsd)]),
  ].join(' · ');
}
