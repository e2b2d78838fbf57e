import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  LLMAuthError,
  LLMConnectionError,
  LLMRateLimitError,
  LLMRequestError,
} from '../../../src/actors/protocol/errors.js';
import { decideRetry } from '../../../src/actors/llm/retry.js';

const half = (): number => 0.5;
const connection = new LLMConnectionError('down', {});
const rateLimit = new LLMRateLimitError('slow', {});

describe('decideRetry', () => {
  test('gives a connection failure three tries with doubling waits', () => {
    expect([1, 2, 3].map((tries) => decideRetry(connection, tries, half))).toEqual([
      { waitMs: 500, maxTries: 3 },
      { waitMs: 1_000, maxTries: 3 },
      undefined,
    ]);
  });

  test('gives a rate limit five tries with doubling waits', () => {
    expect([1, 2, 3, 4, 5].map((tries) => decideRetry(rateLimit, tries, half))).toEqual([
      { waitMs: 500, maxTries: 5 },
      { waitMs: 1_000, maxTries: 5 },
      { waitMs: 2_000, maxTries: 5 },
      { waitMs: 4_000, maxTries: 5 },
      undefined,
    ]);
  });

  test('waits exactly as long as the server asked', () => {
    const asked = (retryAfterMs: number): LLMRateLimitError =>
      new LLMRateLimitError('slow', { retryAfterMs });
    expect(decideRetry(asked(7_000), 1, half)).toEqual({ waitMs: 7_000, maxTries: 5 });
    expect(decideRetry(asked(60_000), 1, half)).toEqual({ waitMs: 60_000, maxTries: 5 });
  });

  test('waits longer each time for a server that asks for no wait', () => {
    const now = new LLMRateLimitError('slow', { retryAfterMs: 0 });
    expect([1, 2, 3].map((tries) => decideRetry(now, tries, half)?.waitMs)).toEqual([500, 1_000, 2_000]);
  });

  test('waits as long as a failing server asked, three times at most', () => {
    const loading = new LLMConnectionError('loading', { status: 503, retryAfterMs: 20_000 });
    expect([1, 2, 3].map((tries) => decideRetry(loading, tries, half))).toEqual([
      { waitMs: 20_000, maxTries: 3 },
      { waitMs: 20_000, maxTries: 3 },
      undefined,
    ]);
  });

  test('gives up when the server asks for more than a minute', () => {
    expect(decideRetry(new LLMRateLimitError('slow', { retryAfterMs: 60_001 }), 1, half)).toBeUndefined();
  });

  test('gives up after five tries whatever the server asked', () => {
    expect(decideRetry(new LLMRateLimitError('slow', { retryAfterMs: 10 }), 5, half)).toBeUndefined();
  });

  test.each([new LLMAuthError('no', {}), new LLMRequestError('no', {})])(
    'never tries again after a $name',
    (error) => {
      expect(decideRetry(error, 1, half)).toBeUndefined();
    },
  );

  test('waits between zero and the ceiling for every random number', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(connection, rateLimit),
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (error, tries, random) => {
          const retry = decideRetry(error, tries, () => random);
          if (retry === undefined) return;
          expect(retry.waitMs).toBeGreaterThanOrEqual(0);
          expect(retry.waitMs).toBeLessThanOrEqual(Math.min(30_000, 1_000 * 2 ** (tries - 1)));
        },
      ),
    );
  });
});
