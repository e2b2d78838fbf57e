import { SettingsError } from '../../protocol/errors.js';
import type { LLMConfig } from '../../protocol/llm.js';

// The server of a configuration without a base URL.
const OPENAI_BASE_URL = 'https://api.openai.com/v1';

// As `URL` writes them. Names below `localhost` never leave the machine either.
const THIS_MACHINE = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The checked address of a model server, and its API key. */
export interface Endpoint {
  readonly baseUrl: string;
  /** `''` when there is none: servers on one's own machine need none. */
  readonly apiKey: string;
  readonly isOpenAI: boolean;
}

/**
 * Reads the endpoint of a configuration.
 * Errors: `SettingsError` for an invalid base URL, for a key with characters that no header can carry, or for a
 * key that would go over plain http to another machine. The message contains no key.
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
  if (key !== '' && url.protocol === 'http:' && !THIS_MACHINE.test(url.hostname))
    throw new SettingsError(
      `The API key is not sent to ${url.host} over plain http, where others on the way can read it: use an https address, or no key.`,
      { setting: 'baseUrl' },
    );
  return { baseUrl: baseUrl.trim(), apiKey: key, isOpenAI: url.hostname === 'api.openai.com' };
}
