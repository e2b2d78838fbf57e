import type { ModelPrices, Usage } from '../protocol/llm.js';

// Prices are for a million tokens.
const MILLION = 1_000_000;

/**
 * What one request costs at these prices. The cost of two requests is the sum of their costs.
 * Units: US dollars.
 */
export function priceOf(usage: Usage, prices: ModelPrices): number {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  const { long } = prices;
  const isLong = long !== undefined && inputTokens > long.overTokens;
  const { input, output, cachedInput = input, cacheWrite = input } = isLong ? long : prices;
  // Both are parts of the input, but a provider may count wrongly.
  const cached = Math.min(cachedTokens, inputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - cached);
  const plain = inputTokens - cached - written;
  return (plain * input + cached * cachedInput + written * cacheWrite + outputTokens * output) / MILLION;
}
