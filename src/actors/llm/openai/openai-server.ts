import type { Endpoint } from '../server/endpoint.js';
import type { LoadSearchWords } from '../server/model-api.js';
import { openaiFacts } from './openai-facts.js';
import { openOpenAITransport } from './openai-transport.js';

/** What OpenAI's APIs have in common. */
export const OPENAI_SERVER = {
  company: 'OpenAI',
  homeUrl: 'https://api.openai.com/v1',
  keyVariable: 'OPENAI_API_KEY',
  keyHeader: 'authorization',
  headers: {},
  toBaseUrl: (baseUrl: string) => baseUrl,
  factsOf: openaiFacts,
  openTransport: openOpenAITransport,
  findSearch,
} as const;

// The others that speak these APIs have no search, or a form of their own.
const OPENROUTER = 'openrouter.ai';

function findSearch({ isHome, baseUrl }: Endpoint): LoadSearchWords | undefined {
  if (isHome) return async () => (await import('./responses-search.js')).responsesSearch;
  if (new URL(baseUrl).hostname === OPENROUTER)
    return async () => (await import('./openrouter-search.js')).openrouterSearch;
  return undefined;
}
