import { anthropicProvider } from '../../actors/llm/anthropic/anthropic.js';
import { openaiProvider } from '../../actors/llm/openai/openai.js';
import { openaiResponsesProvider } from '../../actors/llm/openai-responses/openai-responses.js';
import type { LLMProvider } from '../../actors/protocol/llm.js';
import { isHomeAddress, OPENAI } from './homes.js';

/**
 * Models behind OpenAI's chat completions, which most servers have. OpenAI's own server gets responses unless a
 * configuration names the API: its newer models call tools over these only.
 */
const openai: LLMProvider = {
  ...openaiProvider,
  createAdapter(config) {
    const speaksResponses = config.api === undefined && isHomeAddress(OPENAI, config.baseUrl);
    return (speaksResponses ? openaiResponsesProvider : openaiProvider).createAdapter(config);
  },
};

/** The APIs that need no program to register them, but for the offline one. */
export const BUILT_IN_PROVIDERS: readonly LLMProvider[] = [
  openai,
  openaiResponsesProvider,
  anthropicProvider,
];
