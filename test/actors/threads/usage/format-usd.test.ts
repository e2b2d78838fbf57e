import { expect, test } from 'vitest';
import { formatUsd } from '../../../../src/actors/threads/usage/format-usd.js';

test.each([
  [0, '$0.00'],
  [0.00001, 'under $0.0001'],
  [0.00012, '$0.00012'],
  [0.0123, '$0.012'],
  [0.5, '$0.50'],
  [0.9999, '$1.00'],
  [12.345, '$12.35'],
])('%d US dollars are shown as %s', (amount, shown) => {
  expect(formatUsd(amount)).toBe(shown);
});
