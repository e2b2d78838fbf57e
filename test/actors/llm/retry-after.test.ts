import { expect, test } from 'vitest';
import { readRetryAfterMs } from '../../../src/actors/llm/retry-after.js';

const now = Date.parse('2026-03-01T12:00:00Z');

test.each<[Record<string, string>, number | undefined]>([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': 'in a while' }, undefined],
  [{ 'retry-after': '' }, undefined],
  [{}, undefined],
])('readRetryAfterMs reads %j as %s', (headers, expected) => {
  expect(readRetryAfterMs(new Headers(headers), now)).toBe(expected);
});
