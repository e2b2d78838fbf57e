import { SettingsError } from '../../protocol/errors.js';
import type { LLMConfig } from '../../protocol/llm.js';

// Where a configuration without a base URL leads.
const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Where a model server is and what opens it, checked. */
export interface Endpoint {
  readonly baseUrl: string;
  /** `''` when there is none: servers on one's own machine ask for none. */
  readonly apiKey: string;
  readonly isOpenAI: boolean;
}

/**
 * The endpoint that a configuration names.
 * Errors: `SettingsError` for a base URL that is none, or a key with characters that no header can carry. It names
 * neither.
 */
export function readEndpoint({ apiKey = '', baseUrl = OPENAI_BASE_URL }: LLMConfig): Endpoint {
  const url = URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new SettingsError(
      'The base URL of the model server must be an http or https address without a user name, like http://localhost:11434/v1.',
      { setting: 'baseUrl' },
    );
  const key = apiKey.trim();
  if (!/^[\x21-\x7e]*$/.test(key))
    throw new SettingsError(
      'The API key has characters that no key has. Was it copied whole, without quotes?',
      {
        setting: 'apiKey',
      },
    );
  return { baseUrl: baseUrl.trim(), apiKey: key, isOpenAI: url.hostname === 'api.openai.com' };
}
