import { SettingsError } from '../../protocol/errors.js';
import type { LLMConfig } from '../../protocol/llm.js';
import { parseUrl } from '../../protocol/web/parse-url.js';

// The server of a configuration without a base URL.
const OPENAI_BASE_URL = 'https://api.openai.com/v1';

// As `URL` writes them. Names below `localhost` never leave the machine either.
const THIS_MACHINE = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/;

// Addresses that no server in the Internet has, and names without a domain, as containers have them.
const PRIVATE_NETWORK =
  /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|^\[f[cd]|\.(?:local|lan|home|internal)$|^[^.[\]]+$/;

/** The checked address of a model server, and what may be sent to that address only. */
export interface Endpoint {
  readonly provider: string;
  readonly baseUrl: string;
  /** `''` when there is none: servers on one's own machine need none. */
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the server is that of the company that made the API. */
  readonly isHome: boolean;
  /** Whether it is on this machine or in a private network, as the servers are that people run themselves. */
  readonly isNearby: boolean;
}

/**
 * Reads the endpoint of a configuration; `homeUrl` is the base URL of one that names none.
 * Errors: `SettingsError` for an invalid base URL, for a key or a header with characters that no header can carry, or
 * for a key or headers that would go over plain http to another machine. The message contains no key and no header's
 * value.
 */
export function readEndpoint(
  { provider, apiKey = '', baseUrl: given, headers = {} }: LLMConfig,
  homeUrl = OPENAI_BASE_URL,
): Endpoint {
  const baseUrl = given ?? homeUrl;
  const url = parseUrl(baseUrl.trim());
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
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  const secret = key !== '' ? 'API key is' : Object.keys(headers).length > 0 ? 'headers are' : undefined;
  if (secret !== undefined && url.protocol === 'http:' && !THIS_MACHINE.test(url.hostname))
    throw new SettingsError(
      `The ${secret} not sent to ${url.host} over plain http, where others on the way can read it: use an https address, or no key and no headers.`,
      { setting: 'baseUrl' },
    );
  const isHome = url.hostname === new URL(homeUrl).hostname;
  const isNearby = THIS_MACHINE.test(url.hostname) || PRIVATE_NETWORK.test(url.hostname);
  return { provider, baseUrl: baseUrl.trim(), apiKey: key, headers, isHome, isNearby };
}

/** What must occur in no message and no log. */
export function secretsOf({ apiKey, headers }: Endpoint): readonly string[] {
  return [apiKey, ...Object.values(headers)];
}

function checkHeader(name: string, value: string): void {
  try {
    new Headers().set(name, value);
  } catch {
    // The message of what was thrown contains the value.
    throw new SettingsError(
      `The header "${name}" of the model server has a name or a value that cannot be sent.`,
      {
        setting: 'headers',
      },
    );
  }
}
