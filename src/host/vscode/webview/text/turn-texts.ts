import type { TurnView } from '../../../../actors/threads/turn-view.js';
import { formatDuration, formatSeconds } from './format-duration.js';
import { TURN_TEXTS } from '../../words/view-words.js';

/** Why a request is made again, and when. `attempt` is the number of the next try. */
export function describeRetry(waitMs: number, attempt: number, maxAttempts: number): string {
  return TURN_TEXTS.retry(Math.ceil(waitMs / 1_000), attempt, maxAttempts);
}

/** That the model has thought, and for how long if that is known and worth a word. Units: milliseconds. */
export function describeThought(durationMs: number | undefined): string {
  const seconds = Math.round((durationMs ?? 0) / 1_000);
  return seconds < 1 ? TURN_TEXTS.thought : TURN_TEXTS.thoughtFor(formatSeconds(seconds));
}

// The stand-in counts tokens as models do, and nobody pays for them.
const STAND_IN = 'offline/';

/** The time and the tokens of a turn that has ended: `12 s · 1,200 tokens in, 40 tokens out`. */
export function describeCosts({ model = '', usage, costUsd, beganAt, endedAt }: TurnView): string {
  const { inputTokens, outputTokens } = usage;
  const durationMs = beganAt === undefined || endedAt === undefined ? 0 : endedAt - beganAt;
  return [
    ...(durationMs >= 1_000 ? [formatDuration(durationMs)] : []),
    ...(inputTokens + outputTokens > 0 && !model.startsWith(STAND_IN)
      ? [TURN_TEXTS.tokens(inputTokens, outputTokens)]
      : []),
    ...(costUsd === undefined || costUsd === 0 ? [] : [`$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`]),
  ].join(' · ');
}
