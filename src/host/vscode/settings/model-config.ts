import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { OFFLINE } from '../../settings.js';
import type { Settings } from './settings.js';

/** The model that the settings name, or why there is none, as a sentence that says what to do. */
export type ModelChoice = { readonly model: LLMConfig } | { readonly problem: string };

// Where a model without a base URL is: a key for it is kept under this address.
const OPENAI_ADDRESS = 'https://api.openai.com';

/** Where requests go: scheme, host and port. A key is for one of these and is sent to no other. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl === '' ? OPENAI_ADDRESS : baseUrl).origin;
}

/**
 * What to ask. `apiKey` is the one that is kept for the base URL; a server of one's own may need none, OpenAI always
 * does. The environment is not read: a key that happens to be there was given for something else.
 */
export function chooseModel(
  { provider, model, baseUrl }: Pick<Settings, 'provider' | 'model' | 'baseUrl'>,
  apiKey: string | undefined,
): ModelChoice {
  if (provider === 'offline') return { model: OFFLINE };
  if (model === '') return { problem: 'No model is named. Run "Troupe: Select Model", or set troupe.model.' };
  if (apiKey === undefined && originOf(baseUrl) === OPENAI_ADDRESS)
    return { problem: 'OpenAI asks for an API key and none is kept. Run "Troupe: Set API Key".' };
  return {
    model: {
      provider,
      model,
      ...(baseUrl === '' ? {} : { baseUrl }),
      ...(apiKey === undefined ? {} : { apiKey }),
    },
  };
}
