import type { LLMProvider } from '../../protocol/llm.js';
import { OPENAI_SERVER } from './openai-server.js';
import { createServerProvider } from '../server/server-provider.js';

/**
 * Models behind OpenAI's chat completions, or behind any compatible server: Ollama, vLLM, LM Studio, OpenRouter,
 * DeepSeek. Source: SPEC M1; https://platform.openai.com/docs/api-reference/chat
 */
export const openaiProvider: LLMProvider = createServerProvider({
  name: 'openai',
  ...OPENAI_SERVER,
  // Loaded on demand: a window that opens needs nothing of it yet.
  loadWords: async () => (await import('./openai-words.js')).openaiWords,
});
