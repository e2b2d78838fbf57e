import type { Endpoint } from '../server/endpoint.js';
import type { Transport } from '../server/model-api.js';

/** Opens a transport over OpenAI's SDK, which is loaded then. */
export async function openOpenAITransport(
  { baseUrl }: Endpoint,
  fetch: typeof globalThis.fetch,
): Promise<Transport> {
  // Loaded on demand: loading the SDK takes longer than most commands that need no model.
  const { OpenAI } = await import('openai');
  const client = new OpenAI({
    baseURL: baseUrl,
    // The SDK requires a key; `fetch` sends the one of the endpoint.
    apiKey: 'none',
    // For options left out here the SDK would read environment variables, and send them to any server.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // At other levels the SDK logs requests and responses to the console, with keys masked only in part.
    logLevel: 'off',
    maxRetries: 0,
    fetch,
  });
  return (path, signal, body) =>
    (body === undefined ? client.get(path, { signal }) : client.post(path, { body, signal })).asResponse();
}
