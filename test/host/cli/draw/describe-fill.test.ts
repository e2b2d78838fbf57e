import { expect, test } from 'vitest';
import { describeFill } from '../../../../src/host/cli/draw/describe-fill.js';

test.each([
  [500, '20 % of 500 context'],
  [8_192, '1 % of 8.2k context'],
  [32_768, '0 % of 33k context'],
  [131_072, '0 % of 131k context'],
  [200_000, '0 % of 200k context'],
  [999_999, '0 % of 1M context'],
  [1_000_000, '0 % of 1M context'],
  [1_048_576, '0 % of 1.05M context'],
])('a window of %d tokens', (windowTokens, expected) => {
  expect(describeFill({ inputTokens: 90, outputTokens: 10 }, windowTokens)?.text).toBe(expected);
});
