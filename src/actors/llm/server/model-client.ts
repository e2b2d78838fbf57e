import { LLMAuthError, TroupeError } from '../../protocol/errors.js';
import type { LLMConfig } from '../../protocol/llm.js';
import { type Endpoint, readEndpoint, secretsOf } from './endpoint.js';
import { openFetchTransport } from './fetch-transport.js';
import { toLLMError } from './llm-error.js';
import type { BaseDialect, LoadSearchWords, ModelApi, Transport } from './model-api.js';
import { createFetch } from './safe-fetch.js';
import { SecretMask } from './secret-mask.js';

/** A server of models, and how a request is sent to it. The environment is not read. */
export class ModelClient<Dialect extends BaseDialect> {
  readonly #api: ModelApi<Dialect>;
  readonly #endpoint: Endpoint;
  readonly #fetch: typeof fetch;
  #transport: Promise<Transport> | undefined;
  #mask: SecretMask | undefined;

  /** Errors: those of `readEndpoint`. */
  constructor(api: ModelApi<Dialect>, config: LLMConfig) {
    const endpoint = readEndpoint(config, api.homeUrl);
    this.#api = api;
    this.#endpoint = { ...endpoint, baseUrl: api.toBaseUrl(endpoint.baseUrl) };
    this.#fetch = createFetch(this.#endpoint, api.keyHeader);
  }

  /** Whether the server is the one of the company that made the API. */
  get isHome(): boolean {
    return this.#endpoint.isHome;
  }

  /** How the server searches the web; `undefined` when it does not. */
  get search(): LoadSearchWords | undefined {
    return this.#api.findSearch?.(this.#endpoint);
  }

  /** Whether people run such a server themselves: see `Endpoint`. */
  get isNearby(): boolean {
    return this.#endpoint.isNearby;
  }

  /** Takes the key and the secret headers out of what the server says. */
  get mask(): SecretMask {
    return (this.#mask ??= new SecretMask(this.#endpoint));
  }

  /** The address of a path at the server's root. */
  atOrigin(path: string): string {
    return new URL(path, this.#endpoint.baseUrl).href;
  }

  /**
   * Sends a request: see `Transport`.
   * Errors: `LLMAuthError` without a key that is needed; those of the transport, which `explain` translates.
   */
  async send(path: string, signal: AbortSignal, body?: object): Promise<Response> {
    this.#requireKey();
    const { openTransport = openFetchTransport(this.#api.headers) } = this.#api;
    const transport = await (this.#transport ??= openTransport(this.#endpoint, this.#fetch));
    return transport(path, signal, body);
  }

  /** The error for what `send`, or the body of its response, has thrown, without the key. */
  explain(thrown: unknown): TroupeError {
    if (thrown instanceof TroupeError) return thrown;
    // OpenAI's SDK wraps what `fetch` throws.
    if (thrown instanceof Error && thrown.cause instanceof TroupeError) return thrown.cause;
    const { provider, baseUrl } = this.#endpoint;
    return toLLMError(thrown, { provider, baseUrl, secrets: secretsOf(this.#endpoint), nowMs: Date.now() });
  }

  #requireKey(): void {
    const { apiKey, headers, isHome, provider } = this.#endpoint;
    const given = new Headers(headers);
    if (apiKey !== '' || !isHome || given.has('authorization') || given.has('x-api-key')) return;
    const { company, keyVariable } = this.#api;
    throw new LLMAuthError(
      `${company} requires an API key, and that of the provider "${provider}" is not set. Set ${keyVariable}, or give the base URL of another server.`,
      {},
    );
  }
}
