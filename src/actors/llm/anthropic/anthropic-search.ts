import { LLMRequestError } from '../../protocol/errors.js';
import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import type { Usage } from '../../protocol/llm.js';
import { collectSources } from '../server/collect-sources.js';
import type { WebSearchApi } from '../server/model-api.js';
import { MAX_SEARCH_TOKENS, MAX_SEARCHES, SEARCH_INSTRUCTIONS } from '../server/search-request.js';
import { UsageReader } from './anthropic-usage.js';

/**
 * The web search of Anthropic's messages. The oldest version of the tool is the one that every model and every
 * organization has; the newer ones run code over what they find.
 * Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
 */
export const anthropicSearch: WebSearchApi = {
  path: '/messages',
  buildRequest: ({ model, maxOutputTokens = Infinity }, query) => ({
    model,
    max_tokens: Math.min(MAX_SEARCH_TOKENS, maxOutputTokens),
    system: SEARCH_INSTRUCTIONS,
    messages: [{ role: 'user', content: query }],
    tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: MAX_SEARCHES }],
  }),
  readReply: (reply) => {
    const blocks = readArray(isRecord(reply) ? reply['content'] : undefined).filter(isRecord);
    const results = blocks
      .filter(({ type }) => type === 'web_search_tool_result')
      .map(({ content }) => content);
    const texts = blocks.filter(({ type }) => type === 'text');
    const found = results.flatMap(readArray);
    const problem = results.filter(isRecord).map(({ error_code: code }) => readString(code))[0];
    if (found.length === 0 && problem !== undefined)
      throw new LLMRequestError(
        `The web search of the provider failed: ${problem.replaceAll('_', ' ')}.`,
        {},
      );
    const cited = texts.flatMap(({ citations }) => readArray(citations));
    return {
      // What was cited is the best of what was found.
      sources: collectSources([...cited, ...found], { age: 'page_age', excerpt: 'cited_text' }),
      text: texts.map(({ text }) => readString(text) ?? '').join(''),
      usage: readUsage(isRecord(reply) ? reply['usage'] : undefined),
    };
  },
};

function readUsage(usage: unknown): Usage {
  const [delta] = new UsageReader().read(usage);
  return delta?.type === 'usage' ? delta.usage : { inputTokens: 0, outputTokens: 0 };
}
