import { randomUUID } from 'node:crypto';
import type { ApiWords, ReasoningDialect } from '../server/model-api.js';
import { ResponseReader } from './responses-reader.js';
import { buildResponsesRequest } from './responses-request.js';

// OpenAI's models that say why they did not find a request in the cache; others refuse to be asked.
const EXPLAINING_MODEL = /^gpt-(?:5\.[6-9]|[6-9])(?!\d)/;

// OpenAI's models of before, which do not reason.
const PLAIN_MODEL = /^(?:gpt-3|gpt-4|chatgpt)/;

/** How OpenAI's responses are written and read. */
export const responsesWords: ApiWords<ReasoningDialect> = {
  path: '/responses',
  createDialect: ({ model, capabilities, maxOutputTokens }, isHome) => ({
    takesImages: capabilities?.images !== false,
    takesTools: capabilities?.tools !== false,
    reasoning: (capabilities?.reasoning ?? !PLAIN_MODEL.test(model)) ? 'full' : 'none',
    takesReasoning: true,
    takesCacheMarks: true,
    explainsCache: isHome && EXPLAINING_MODEL.test(model),
    maxOutputTokens,
  }),
  adaptDialect: (dialect, refusal, { hasImages }) => {
    if (dialect.takesCacheMarks && refusal.includes('prompt_cache_key'))
      return { ...dialect, takesCacheMarks: false };
    if (dialect.explainsCache && /prompt_cache_options|comparison_response_id/.test(refusal))
      return { ...dialect, explainsCache: false };
    // Summaries are for organizations that OpenAI has verified.
    if (dialect.reasoning === 'full' && /reasoning[ ._](?:summar|'?\.?summary)|verified/i.test(refusal))
      return { ...dialect, reasoning: 'simple' };
    if (dialect.reasoning !== 'none' && /encrypted.content|parameter: '?reasoning'?\b(?!\.)/i.test(refusal))
      return { ...dialect, reasoning: 'none' };
    if (dialect.takesReasoning && /encrypted|reasoning' was provided|item .*rs_/i.test(refusal))
      return { ...dialect, takesReasoning: false };
    if (dialect.takesImages && hasImages && /image|vision|multi-?modal/i.test(refusal))
      return { ...dialect, takesImages: false };
    return undefined;
  },
  buildRequest: buildResponsesRequest,
  createReader: (origin, dialect) => new ResponseReader(origin, dialect, () => `call_${randomUUID()}`),
};
