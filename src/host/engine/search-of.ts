import type { LLMAdapter } from '../../actors/protocol/llm.js';
import type { WebSearch } from '../../actors/protocol/tool.js';

/** The web search of a model's provider; `undefined` when it has none. */
export function searchOf(adapter: LLMAdapter): WebSearch | undefined {
  if (adapter.searchWeb === undefined) return undefined;
  const search = adapter.searchWeb.bind(adapter);
  return { provider: `${adapter.provider}/${adapter.model}`, search };
}
