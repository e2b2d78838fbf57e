/** `0.4 s`, `2.3 s`, `12 s`, `3 min 20 s`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1_000;
  return seconds < 10 ? `${Number(seconds.toFixed(1))} s` : formatSeconds(Math.round(seconds));
}

/** Whole seconds: `12 s`, `3 min 20 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
