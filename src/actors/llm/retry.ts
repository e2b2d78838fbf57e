import {
  LLMConnectionError,
  LLMRateLimitError,
  LLMResponseError,
  type TroupeError,
} from '../protocol/errors.js';

// SPEC E: a server that fails three times in a row is down, and the person should know now.
const CONNECTION_TRIES = 3;

// SPEC E: a rate limit ends by itself, so it deserves more patience.
const RATE_LIMIT_TRIES = 5;

// A model that fails to answer twice in a row has more than bad luck.
const RESPONSE_TRIES = 2;

// The limit of the first wait; it doubles with each attempt.
const BASE_WAIT_MS = 1_000;

// Longer waits look like a hang.
const MAX_BACKOFF_MS = 30_000;

// A server that asks for more than this has a quota problem that waiting in a turn does not solve.
export const MAX_RETRY_AFTER_MS = 60_000;

/** The decision to wait and try again. */
export interface Retry {
  /** Units: milliseconds. */
  readonly waitMs: number;
  /** How many attempts this kind of failure gets in all. */
  readonly maxTries: number;
}

/**
 * Decides whether and when to retry a failed request; `undefined` means give up.
 *
 * Connection failures get 3 attempts, rate limits 5, replies that cannot be used 2 without a wait, and everything else
 * one. The wait is exponential with full jitter (a random time up to 1 s, 2 s, 4 s, ... 30 s), or exactly what the
 * server asked for if that is 60 s or less; where it asks for more, another attempt would be in vain.
 *
 * `tries` counts the attempts that failed in this way, the last one included. Minimum 1. `random` returns a number of
 * at least 0 and below 1.
 * Source: SPEC M4, E.
 */
export function decideRetry(error: TroupeError, tries: number, random: () => number): Retry | undefined {
  if (error instanceof LLMResponseError)
    return tries < RESPONSE_TRIES ? { waitMs: 0, maxTries: RESPONSE_TRIES } : undefined;
  const isConnection = error instanceof LLMConnectionError;
  if (!isConnection && !(error instanceof LLMRateLimitError)) return undefined;
  const maxTries = isConnection ? CONNECTION_TRIES : RATE_LIMIT_TRIES;
  const { retryAfterMs = 0 } = error.details;
  if (tries >= maxTries || retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  // A server that asks for no wait, or until a time that is over, must not get all tries at once.
  return { waitMs: retryAfterMs > 0 ? retryAfterMs : backOff(tries, random), maxTries };
}

function backOff(tries: number, random: () => number): number {
  return Math.floor(random() * Math.min(MAX_BACKOFF_MS, BASE_WAIT_MS * 2 ** (tries - 1)));
}
