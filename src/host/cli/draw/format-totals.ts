import type { Usage } from '../../../actors/protocol/llm.js';

const MINUTE_S = 60;

/** A duration: `0.4 s`, `12 s`, `3 min 4 s`. */
export function formatSeconds(elapsedMs: number): string {
  const seconds = elapsedMs / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < MINUTE_S ? `${whole} s` : `${Math.floor(whole / MINUTE_S)} min ${whole % MINUTE_S} s`;
}

/** The duration and tokens of a turn on one line. Without tokens when the provider reported none. */
export function formatTotals(elapsedMs: number, { inputTokens, outputTokens }: Usage): string {
  const time = formatSeconds(elapsedMs);
  if (inputTokens + outputTokens === 0) return time;
  return `${time} · ${inputTokens.toLocaleString('en')} tokens in, ${outputTokens.toLocaleString('en')} out`;
}
