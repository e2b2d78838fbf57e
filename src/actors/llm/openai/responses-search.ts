import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import { collectSources } from '../server/collect-sources.js';
import type { WebSearchApi } from '../server/model-api.js';
import { MAX_SEARCH_TOKENS, MAX_SEARCHES, SEARCH_INSTRUCTIONS } from '../server/search-request.js';
import { findResponseUsage } from './responses-usage.js';

/**
 * The web search of OpenAI's responses, which every model of the company's own server has whose API has one; a model that
 * is asked by chat completions is asked by responses for this.
 * Source: https://developers.openai.com/api/docs/guides/tools-web-search
 */
export const responsesSearch: WebSearchApi = {
  path: '/responses',
  buildRequest: ({ model, effort }, query) => ({
    model,
    instructions: SEARCH_INSTRUCTIONS,
    input: query,
    store: false,
    tools: [{ type: 'web_search' }],
    max_tool_calls: MAX_SEARCHES,
    max_output_tokens: 2 * MAX_SEARCH_TOKENS,
    include: ['web_search_call.action.sources'],
    // Models that only just reason cannot search.
    ...(effort === undefined ? {} : { reasoning: { effort: effort === 'minimal' ? 'low' : effort } }),
  }),
  readReply: (reply) => {
    const items = readArray(isRecord(reply) ? reply['output'] : undefined).filter(isRecord);
    const parts = items
      .filter(({ type }) => type === 'message')
      .flatMap(({ content }) => readArray(content))
      .filter(isRecord);
    const cited = parts.flatMap(({ annotations }) => readArray(annotations));
    const found = items.flatMap(({ action }) => readArray(isRecord(action) ? action['sources'] : undefined));
    return {
      // What was cited is the best of what was found, and has titles.
      sources: collectSources([...cited, ...found], {}),
      text: parts.map(({ text }) => readString(text) ?? '').join(''),
      usage: findResponseUsage(isRecord(reply) ? reply['usage'] : undefined) ?? {
        inputTokens: 0,
        outputTokens: 0,
      },
    };
  },
};
