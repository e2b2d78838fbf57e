import { randomUUID } from 'node:crypto';
import type { ApiWords, ReasoningDialect } from '../server/model-api.js';
import { buildMessagesRequest } from './anthropic-request.js';
import { AnthropicReader } from './anthropic-reader.js';

/** How Anthropic's messages are written and read. */
export const anthropicWords: ApiWords<ReasoningDialect> = {
  path: '/messages',
  createDialect: ({ capabilities, maxOutputTokens }, isHome) => ({
    takesImages: capabilities?.images !== false,
    takesTools: capabilities?.tools !== false,
    reasoning: 'full',
    takesReasoning: true,
    takesCacheMarks: true,
    explainsCache: isHome,
    maxOutputTokens,
  }),
  adaptDialect: (dialect, refusal, { hasImages }) => {
    const limit = /max_tokens: \d+ > (\d+)/.exec(refusal)?.[1];
    if (limit !== undefined && Number(limit) < (dialect.maxOutputTokens ?? Infinity))
      return { ...dialect, maxOutputTokens: Number(limit) };
    if (
      dialect.takesReasoning &&
      /signature|thinking.{0,40}(?:blocks? .*cannot be modified|position)/i.test(refusal)
    )
      return { ...dialect, takesReasoning: false };
    // Models before Claude 4.6 are given a budget.
    if (dialect.reasoning === 'full' && /adaptive|output_config|effort|thinking/i.test(refusal))
      return { ...dialect, reasoning: 'simple' };
    // A turn that another model has begun has no thinking before its calls.
    if (dialect.reasoning === 'simple' && /expected .?(?:redacted_)?thinking/i.test(refusal))
      return { ...dialect, reasoning: 'none' };
    if (dialect.takesCacheMarks && refusal.includes('cache_control'))
      return { ...dialect, takesCacheMarks: false };
    if (dialect.explainsCache && refusal.includes('diagnostics')) return { ...dialect, explainsCache: false };
    if (dialect.takesImages && hasImages && /image|vision|multi-?modal/i.test(refusal))
      return { ...dialect, takesImages: false };
    return undefined;
  },
  buildRequest: buildMessagesRequest,
  createReader: (origin, dialect) => new AnthropicReader(origin, dialect, () => `call_${randomUUID()}`),
};
