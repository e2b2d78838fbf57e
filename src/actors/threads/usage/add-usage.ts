import type { Usage } from '../../protocol/llm.js';

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

/** The sum of two usages. A count that neither of them reports stays absent. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = (name: 'cachedTokens' | 'cacheWriteTokens' | 'reasoningTokens'): Partial<Usage> =>
    a[name] === undefined && b[name] === undefined ? {} : { [name]: (a[name] ?? 0) + (b[name] ?? 0) };
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...sum('cachedTokens'),
    ...sum('cacheWriteTokens'),
    ...sum('reasoningTokens'),
  };
}
