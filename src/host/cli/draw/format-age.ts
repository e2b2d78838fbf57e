const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// Behind it, the date says more than a number of days. Units: days.
const MAX_DAYS = 14;

/** How long ago a moment was: `now`, `5 min ago`, `3 h ago`, `2 d ago`, then the date. Units: milliseconds since 1970. */
export function formatAge(at: number, now: number): string {
  const elapsed = now - at;
  if (elapsed < MINUTE_MS) return 'now';
  if (elapsed < HOUR_MS) return `${Math.floor(elapsed / MINUTE_MS)} min ago`;
  if (elapsed < DAY_MS) return `${Math.floor(elapsed / HOUR_MS)} h ago`;
  if (elapsed < MAX_DAYS * DAY_MS) return `${Math.floor(elapsed / DAY_MS)} d ago`;
  return new Date(at).toISOString().slice(0, 10);
}
