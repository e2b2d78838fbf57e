/**
 * The wait that a response asks for, from `retry-after-ms` or `Retry-After` (seconds or an HTTP date); `undefined` when
 * it names none that can be parsed. A date counts from the `Date` of the response, as the clocks of two machines differ.
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
  const dateMs = readDate(value);
  return dateMs === undefined ? undefined : Math.max(0, dateMs - (readDate(headers.get('date')) ?? nowMs));
}

// Shape: `1h2m3.5s`, of which each part may be missing, or `250ms`.
const WAIT =
  /\btry again in (?:(\d+(?:\.\d+)?) ?ms|(?=\d)(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?) ?s)?)/i;

/**
 * The wait that the words of a server ask for, as those of OpenAI and Groq do; `undefined` when they name none. A failure
 * in the middle of a stream has no headers.
 * Units: milliseconds.
 */
export function readWaitInWords(words: string): number | undefined {
  const [, exactMs, hours = 0, minutes = 0, seconds = 0] = WAIT.exec(words) ?? [];
  if (exactMs !== undefined) return Math.ceil(Number(exactMs));
  const wait = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return wait > 0 ? Math.ceil(wait) : undefined;
}

function readNumber(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

function readDate(value: string | null): number | undefined {
  // `Date.parse` would read a negative number as a year; an HTTP date always names its month.
  if (value === null || !/[a-z]/i.test(value)) return undefined;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : dateMs;
}
