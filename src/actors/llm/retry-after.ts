/**
 * The wait that a response asks for, from `retry-after-ms` or `Retry-After` (seconds or an HTTP date); `undefined` when
 * it names none that can be parsed.
 * Units: milliseconds, 0 or more.
 */
export function readRetryAfterMs(
  headers: { get(name: string): string | null },
  nowMs: number,
): number | undefined {
  const exactMs = readNumber(headers.get('retry-after-ms'));
  if (exactMs !== undefined) return Math.ceil(exactMs);
  const value = headers.get('retry-after');
  const seconds = readNumber(value);
  if (seconds !== undefined) return Math.ceil(seconds * 1_000);
  // `Date.parse` would read a negative number as a year; an HTTP date always names its month.
  if (value === null || !/[a-z]/i.test(value)) return undefined;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

function readNumber(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
