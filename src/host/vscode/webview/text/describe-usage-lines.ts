import type { UsageSum } from '../../../../actors/protocol/llm.js';
import { formatUsd } from '../../../../actors/threads/usage/format-usd.js';
import { USAGE_TEXTS } from '../../words/model-words.js';

/** What requests have used and what that cost, line by line, and why some were not in the provider's cache. */
export function describeUsageLines({
  requests,
  usage,
  costUsd,
  isPartlyUnpriced,
  cacheMisses = [],
}: UsageSum): readonly string[] {
  const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage;
  const { input, cached, written, output, reasoning, partlyPriced, noPrice, missed, changes } = USAGE_TEXTS;
  const amount = formatUsd(costUsd ?? 0);
  const reasons = [...new Set(cacheMisses.map(({ changed }) => changes[changed]))];
  return [
    USAGE_TEXTS.requests(requests),
    [
      input(inputTokens),
      ...(cachedTokens === undefined ? [] : [cached(cachedTokens)]),
      ...(cacheWriteTokens === undefined ? [] : [written(cacheWriteTokens)]),
    ].join(', '),
    [output(outputTokens), ...(reasoningTokens === undefined ? [] : [reasoning(reasoningTokens)])].join(', '),
    costUsd === undefined ? noPrice : isPartlyUnpriced ? partlyPriced(amount) : amount,
    ...(reasons.length === 0 ? [] : [`${missed(cacheMisses.length)}: ${reasons.join(', ')}`]),
  ];
}
