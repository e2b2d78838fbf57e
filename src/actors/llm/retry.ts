import {
  LLMConnectionError,
  LLMRateLimitError,
  LLMResponseError,
  type TroupeError,
} from '../protocol/errors.js';

// SPEC E: a server that failed three times in a row is down, and the person should know now.
const CONNECTION_TRIES = 3;

// SPEC E: a rate limit passes by itself, so it is worth more patience.
const RATE_LIMIT_TRIES = 5;

// A model that has failed to answer twice in a row is not unlucky.
const RESPONSE_TRIES = 2;

// The first wait; it doubles with each try.
const BASE_WAIT_MS = 1_000;

// Longer waits look like a hang.
const MAX_BACKOFF_MS = 30_000;

// A server that asks for more than this has a quota problem that waiting in a turn does not solve.
const MAX_RETRY_AFTER_MS = 60_000;

/** Wait and ask again. */
export interface Retry {
  /** Units: milliseconds. */
  readonly waitMs: number;
  /** How many tries this kind of failure gets in all. */
  readonly maxTries: number;
}

/**
 * Whether and when to make a failed request again; `undefined` means give up.
 *
 * Connection failures get 3 tries, rate limits 5, answers that cannot be used 2 without a wait, everything else one. The
 * wait is exponential with full jitter (any
 * time up to 1 s, 2 s, 4 s, ... 30 s), or exactly what the server asked for where it named a time of up to 60 s.
 *
 * `tries` counts those that failed in this way, the last one included. Minimum 1.
 * `random` gives a number from 0 up to, not including, 1.
 * Source: SPEC M4, E.
 */
export function decideRetry(error: TroupeError, tries: number, random: () => number): Retry | undefined {
  if (error instanceof LLMConnectionError) return backOff(tries, CONNECTION_TRIES, random);
  if (error instanceof LLMResponseError)
    return tries < RESPONSE_TRIES ? { waitMs: 0, maxTries: RESPONSE_TRIES } : undefined;
  if (!(error instanceof LLMRateLimitError)) return undefined;
  const { retryAfterMs } = error.details;
  if (retryAfterMs === undefined) return backOff(tries, RATE_LIMIT_TRIES, random);
  if (retryAfterMs > MAX_RETRY_AFTER_MS || tries >= RATE_LIMIT_TRIES) return undefined;
  return { waitMs: retryAfterMs, maxTries: RATE_LIMIT_TRIES };
}

function backOff(tries: number, maxTries: number, random: () => number): Retry | undefined {
  if (tries >= maxTries) return undefined;
  const ceilingMs = Math.min(MAX_BACKOFF_MS, BASE_WAIT_MS * 2 ** (tries - 1));
  return { waitMs: Math.floor(random() * ceilingMs), maxTries };
}
