import type { Usage, UsageSum } from '../../../actors/protocol/llm.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { formatUsd } from '../../../actors/threads/usage/format-usd.js';
import { groupDigits } from '../../../actors/tools/text/group-digits.js';

/**
 * What requests have used, on one line: `3 requests · 12,000 tokens in (9,000 of them, 75 %, from the cache), 800 out ·
 * $0.02`.
 */
export function describeUsage({ requests, usage, costUsd, isPartlyUnpriced }: UsageSum): string {
  const cost =
    costUsd === undefined
      ? 'the price is not known'
      : `${formatUsd(costUsd)}${isPartlyUnpriced ? ', and what has no known price' : ''}`;
  return [countOf(requests, 'request'), describeTokens(usage), cost].join(' · ');
}

function describeTokens(usage: Usage): string {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens } = usage;
  const input = [
    cachedTokens === undefined
      ? undefined
      : `${groupDigits(cachedTokens)} of them, ${Math.round((100 * cachedTokens) / Math.max(1, inputTokens))} %, from the cache`,
    cacheWriteTokens === undefined ? undefined : `${groupDigits(cacheWriteTokens)} written to it`,
  ].filter((part) => part !== undefined);
  const details = input.length === 0 ? '' : ` (${input.join(', ')})`;
  const reasoning =
    reasoningTokens === undefined ? '' : ` (${groupDigits(reasoningTokens)} of them reasoning)`;
  return `${groupDigits(inputTokens)} tokens in${details}, ${groupDigits(outputTokens)} out${reasoning}`;
}
