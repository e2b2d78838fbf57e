import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import { collectSources } from '../server/collect-sources.js';
import type { WebSearchApi } from '../server/model-api.js';
import { MAX_SEARCH_TOKENS, SEARCH_INSTRUCTIONS } from '../server/search-request.js';
import { findUsage } from './openai-usage.js';

// What the search gives the model to read costs tokens, each page some thousand.
const MAX_RESULTS = 5;
const MAX_TOTAL_RESULTS = 10;

/**
 * The web search of OpenRouter, which any model there has that can call tools.
 * Source: https://openrouter.ai/docs/guides/features/server-tools/web-search
 */
export const openrouterSearch: WebSearchApi = {
  path: '/chat/completions',
  buildRequest: ({ model }, query) => ({
    model,
    messages: [
      { role: 'system', content: SEARCH_INSTRUCTIONS },
      { role: 'user', content: query },
    ],
    max_tokens: MAX_SEARCH_TOKENS,
    tools: [
      {
        type: 'openrouter:web_search',
        parameters: { max_results: MAX_RESULTS, max_total_results: MAX_TOTAL_RESULTS },
      },
    ],
  }),
  readReply: (reply) => {
    const record = isRecord(reply) ? reply : {};
    const [choice] = readArray(record['choices']);
    const message = isRecord(choice) && isRecord(choice['message']) ? choice['message'] : {};
    const cited = readArray(message['annotations']).map((one) =>
      isRecord(one) ? one['url_citation'] : undefined,
    );
    return {
      sources: collectSources(cited, { excerpt: 'content' }),
      text: readString(message['content']) ?? '',
      usage: findUsage(record, choice) ?? { inputTokens: 0, outputTokens: 0 },
    };
  },
};
