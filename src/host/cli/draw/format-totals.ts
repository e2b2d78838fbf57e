import type { Usage } from '../../../actors/protocol/llm.js';
import { formatUsd } from '../../../actors/threads/usage/format-usd.js';
import { groupDigits } from '../../../actors/tools/text/group-digits.js';

const MINUTE_S = 60;

/** A duration: `0.4 s`, `12 s`, `3 min 4 s`. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = elapsedMs / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < MINUTE_S ? `${whole} s` : `${Math.floor(whole / MINUTE_S)} min ${whole % MINUTE_S} s`;
}

/**
 * The duration, tokens and cost of a turn on one line. Without tokens when the provider reported none, and without a
 * cost when there is none or it is not known.
 */
export function formatTotals(
  elapsedMs: number,
  { inputTokens, outputTokens }: Usage,
  costUsd: number | undefined,
  deniedCalls: number,
): string {
  const tokens = `${groupDigits(inputTokens)} tokens in, ${groupDigits(outputTokens)} out`;
  const denied = `${deniedCalls} ${deniedCalls === 1 ? 'call' : 'calls'} denied`;
  return [
    formatElapsed(elapsedMs),
    ...(inputTokens + outputTokens === 0 ? [] : [tokens]),
    ...(costUsd === undefined || costUsd === 0 ? [] : [formatUsd(costUsd)]),
    ...(deniedCalls === 0 ? [] : [denied]),
  ].join(' · ');
}
