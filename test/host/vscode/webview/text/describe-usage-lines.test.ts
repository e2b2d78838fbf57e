import { expect, test } from 'vitest';
import { describeUsageLines } from '../../../../../src/host/vscode/webview/text/describe-usage-lines.js';

test('the usage of a chat says what was cached, written and thought, what it cost, and why a cache missed', () => {
  const usage = {
    inputTokens: 12_000,
    outputTokens: 800,
    cachedTokens: 9_000,
    cacheWriteTokens: 2_000,
    reasoningTokens: 300,
  };
  const cacheMisses = [
    { changed: 'tools', tokens: 900 },
    { changed: 'model' },
    { changed: 'tools' },
  ] as const;
  expect(
    describeUsageLines({ requests: 3, usage, costUsd: 0.0234, isPartlyUnpriced: false, cacheMisses }),
  ).toEqual([
    '3 requests',
    '12,000 tokens in, 9,000 of them from the cache, 2,000 of them written to it',
    '800 tokens out, 300 of them reasoning',
    '$0.023',
    '3 requests not in the cache as far as expected: the tools were others, another model was asked',
  ]);
});

test('the usage of a chat says what is not known', () => {
  const used = { requests: 1, usage: { inputTokens: 10, outputTokens: 1 }, isPartlyUnpriced: true };
  expect(describeUsageLines(used)).toEqual([
    '1 request',
    '10 tokens in',
    '1 token out',
    'The price is not known',
  ]);
  expect(describeUsageLines({ ...used, costUsd: 1.5 })).toContain('$1.50, and what has no known price');
});
