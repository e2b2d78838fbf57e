import type { LLMProvider } from '../../protocol/llm.js';
import { createServerProvider } from '../server/server-provider.js';
import { anthropicFacts } from './anthropic-facts.js';

/**
 * Models behind Anthropic's messages, or behind a server that is compatible with them. Source: SPEC M1;
 * https://platform.claude.com/docs/en/api/messages
 */
export const anthropicProvider: LLMProvider = createServerProvider({
  name: 'anthropic',
  company: 'Anthropic',
  homeUrl: 'https://api.anthropic.com',
  keyVariable: 'ANTHROPIC_API_KEY',
  keyHeader: 'x-api-key',
  // The only version of the API that there is.
  headers: { 'anthropic-version': '2023-06-01' },
  toBaseUrl,
  // The longest list that the server gives; without a limit it sends the newest twenty.
  modelsPath: '/models?limit=1000',
  factsOf: anthropicFacts,
  // Servers that are compatible with the API take the search for a tool of ours, and call it.
  findSearch: ({ isHome }) =>
    isHome ? async () => (await import('./anthropic-search.js')).anthropicSearch : undefined,
  // Loaded on demand: a window that opens needs nothing of it yet.
  loadWords: async () => (await import('./anthropic-words.js')).anthropicWords,
});

/** Anthropic's base URLs have no version, and most of other servers do. */
function toBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = /\/v\d+$/.test(path) ? path : `${path}/v1`;
  return url.href;
}
