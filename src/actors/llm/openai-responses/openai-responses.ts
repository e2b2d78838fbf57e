import type { LLMProvider } from '../../protocol/llm.js';
import { OPENAI_SERVER } from '../openai/openai-server.js';
import { createServerProvider } from '../server/server-provider.js';

/**
 * Models behind OpenAI's responses, or behind a server that is compatible with them. Nothing of a conversation is stored
 * at the server: each request carries all of it. Source: SPEC M1; https://platform.openai.com/docs/api-reference/responses
 */
export const openaiResponsesProvider: LLMProvider = createServerProvider({
  name: 'openai-responses',
  ...OPENAI_SERVER,
  // Loaded on demand: a window that opens needs nothing of it yet.
  loadWords: async () => (await import('./responses-words.js')).responsesWords,
});
