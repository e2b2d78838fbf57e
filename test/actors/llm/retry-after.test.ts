import { expect, test } from 'vitest';
import { readRetryAfterMs, readWaitInWords } from '../../../src/actors/llm/retry-after.js';

const now = Date.parse('2026-03-01T12:00:00Z');

test.each<[Record<string, string>, number | undefined]>([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:30 GMT', date: 'Sun, 01 Mar 2026 11:00:00 GMT' }, 30_000],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': 'in a while' }, undefined],
  [{ 'retry-after': '' }, undefined],
  [{}, undefined],
])('readRetryAfterMs reads %j as %s', (headers, expected) => {
  expect(readRetryAfterMs(new Headers(headers), now)).toBe(expected);
});

test.each<[string, number | undefined]>([
  ['Rate limit reached for gpt-5: Limit 1, Used 1. Please try again in 20s. Visit ...', 20_000],
  ['Please try again in 843ms.', 843],
  ['Please try again in 11.054s.', 11_054],
  ['Please try again in 6m0s.', 360_000],
  ['please try again in 1h2m3.5s', 3_723_500],
  ['Try again in 2 seconds', 2_000],
  ['Please try again in a while.', undefined],
  ['You tried 20s ago.', undefined],
  ['', undefined],
])('readWaitInWords reads %j as %s', (words, expected) => {
  expect(readWaitInWords(words)).toBe(expected);
});
