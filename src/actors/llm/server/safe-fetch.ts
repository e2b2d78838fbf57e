import { LLMRequestError } from '../../protocol/errors.js';
import { redactSecrets } from '../redact.js';
import { type Endpoint, secretsOf } from './endpoint.js';
import { toReadableResponse } from './readable-response.js';
import { parseUrl } from '../../protocol/web/parse-url.js';

// Headers that describe the request itself. The SDK adds others: about this machine, and those of
// `OPENAI_CUSTOM_HEADERS`, which belong to another server.
const FORWARDED_HEADERS = ['accept', 'anthropic-version', 'content-type', 'user-agent'];

// Servers redirect once, to add or remove a slash; a longer chain is a loop.
const MAX_REDIRECTS = 3;

/** The header that carries the key. */
export type KeyHeader = 'authorization' | 'x-api-key';

/**
 * A `fetch` that sends the key and the headers of `endpoint` to its origin only, and converts each response to
 * the form that OpenAI's SDK reads: see `toReadableResponse`.
 * Errors: `LLMRequestError` for a redirect to another origin: `fetch` would send the headers and the conversation there.
 * Source: SPEC M1.
 */
export function createFetch(endpoint: Endpoint, keyHeader: KeyHeader = 'authorization'): typeof fetch {
  return async (input, init = {}) => {
    const { body } = init;
    const isStreamed = typeof body === 'string' && body.includes('"stream":true');
    const response = await fetchWithinOrigin(
      new URL(toUrl(input)),
      { ...init, headers: pickHeaders(init, endpoint, keyHeader) },
      endpoint,
    );
    return toReadableResponse(response, isStreamed);
  };
}

async function fetchWithinOrigin(address: URL, init: RequestInit, endpoint: Endpoint): Promise<Response> {
  let url = address;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const target = readTarget(response, url);
    if (target === undefined) return response;
    await response.body?.cancel();
    // The other statuses turn a POST into a GET.
    const keepsMethod = response.status === 307 || response.status === 308 || init.method === 'GET';
    if (target.origin !== url.origin || !keepsMethod || redirects === MAX_REDIRECTS)
      throw explainRedirect(url, target, endpoint);
    url = target;
  }
}

/** Where a response redirects to; `undefined` if it does not. */
function readTarget({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location');
  return status < 300 || status > 399 || location === null ? undefined : parseUrl(location, from);
}

function explainRedirect(from: URL, target: URL, endpoint: Endpoint): LLMRequestError {
  const baseUrl = `${target.origin}${target.pathname}`.replace(
    /\/(?:chat\/completions|messages|responses|models)\/?$/,
    '',
  );
  const message =
    `The model server at ${from.origin} redirects to another address, ${baseUrl}, to which neither the key nor the ` +
    'conversation was sent. If you trust it, make it the base URL.';
  return new LLMRequestError(redactSecrets(message, secretsOf(endpoint)), {});
}

function pickHeaders(
  { headers: given }: RequestInit,
  { apiKey, headers }: Endpoint,
  keyHeader: KeyHeader,
): Headers {
  const ofSdk = new Headers(given);
  const picked = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = ofSdk.get(name);
    if (value !== null) picked.set(name, value);
  }
  if (apiKey !== '') picked.set(keyHeader, keyHeader === 'authorization' ? `Bearer ${apiKey}` : apiKey);
  for (const [name, value] of Object.entries(headers)) picked.set(name, value);
  return picked;
}

function toUrl(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input);
}
