import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { OFFLINE } from '../../settings.js';
import type { Settings } from './settings.js';

/** The model of the settings, or why there is none, as a sentence that says what to do. */
export type ModelChoice = { readonly model: LLMConfig } | { readonly problem: string };

// The server of a model without a base URL: its key is stored under this address.
const OPENAI_ADDRESS = 'https://api.openai.com';

/** The origin of requests: scheme, host and port. A key belongs to one origin and is sent to no other. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl === '' ? OPENAI_ADDRESS : baseUrl).origin;
}

/** The host to which files and messages go; `undefined` when that is the provider's own. */
export function foreignHostOf(baseUrl: string): string | undefined {
  return originOf(baseUrl) === OPENAI_ADDRESS ? undefined : new URL(baseUrl).host;
}

/**
 * The model to use. `apiKey` is the stored key for the base URL; OpenAI requires one, other servers may not. The
 * environment is not read: a key in it was meant for another program.
 */
export function chooseModel(
  { provider, model, baseUrl }: Pick<Settings, 'provider' | 'model' | 'baseUrl'>,
  apiKey: string | undefined,
): ModelChoice {
  if (provider === 'offline') return { model: OFFLINE };
  if (model === '') return { problem: 'No model is named. Run "Troupe: Select Model", or set troupe.model.' };
  if (apiKey === undefined && originOf(baseUrl) === OPENAI_ADDRESS)
    return { problem: 'OpenAI requires an API key and none is stored. Run "Troupe: Set API Key".' };
  return {
    model: {
      provider,
      model,
      ...(baseUrl === '' ? {} : { baseUrl }),
      ...(apiKey === undefined ? {} : { apiKey }),
    },
  };
}
