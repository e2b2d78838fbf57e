import { parseJsonOrText } from '../../protocol/json/json-depth.js';
import { isRecord } from '../../protocol/json/json-shape.js';
import type { Endpoint } from './endpoint.js';
import type { Transport } from './model-api.js';

/** Opens a transport of JSON that sends `headers` with each request. */
export function openFetchTransport(
  headers: Readonly<Record<string, string>>,
): (endpoint: Endpoint, fetch: typeof globalThis.fetch) => Promise<Transport> {
  return (endpoint, fetch) =>
    Promise.resolve(async (path, signal, body) => {
      const base = new URL(endpoint.baseUrl);
      const url = new URL(path.startsWith('/') ? base.pathname.replace(/\/+$/, '') + path : path, base);
      for (const [name, value] of base.searchParams) url.searchParams.set(name, value);
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': 'troupe',
        },
        signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.ok) return response;
      const envelope = parseJsonOrText(await response.text());
      throw new Refusal(response.status, response.headers, isRecord(envelope) ? envelope.error : envelope);
    });
}

/** A response with a status of failure. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** The server's own error object. */
  readonly error: unknown;

  constructor(status: number, headers: Headers, error: unknown) {
    super(`The model server answered with status ${status}.`);
    this.status = status;
    this.headers = headers;
    this.error = error;
  }
}
