import { randomUUID } from 'node:crypto';
import type { OpenAI } from 'openai';
import { LLMAuthError, LLMRequestError, SettingsError, TroupeError } from '../../protocol/errors.js';
import type {
  LLMAdapter,
  LLMConfig,
  LLMMessage,
  LLMOptions,
  LLMProvider,
  ModelCapabilities,
  ModelDelta,
  ModelPrices,
} from '../../protocol/llm.js';
import { joinSentences } from '../../protocol/sentences.js';
import { gatherText } from '../gather-text.js';
import { isRecord, readArray, readString } from '../../protocol/json-shape.js';
import { mergeDeltas } from '../merge-deltas.js';
import { DeltaReader } from './openai-deltas.js';
import { adaptDialect, type Dialect, createDialect, learnReasoning } from './openai-dialect.js';
import { type Endpoint, readEndpoint, secretsOf } from './openai-endpoint.js';
import { toLLMError } from './openai-errors.js';
import { createFetch } from './openai-fetch.js';
import { buildChatRequest } from './openai-request.js';
import { readChunks } from './openai-stream.js';
import { redactCause } from '../redact.js';
import { estimateTokens } from '../tokens.js';

// A person waits for the validation, and a server that takes longer to list its models is as good as down.
const VALIDATE_TIMEOUT_MS = 20_000;

// Enough names to spot a misspelling.
const MAX_LISTED_MODELS = 10;

/**
 * Models behind OpenAI's chat completions, or behind any compatible server: Ollama, vLLM, LM Studio, OpenRouter,
 * DeepSeek. The environment is not read: key and base URL come from the configuration. Source: SPEC M1.
 */
export const openaiProvider: LLMProvider = {
  name: 'openai',
  createAdapter: (config) => new OpenAIAdapter(config),
  validateConfig,
  listModels: listServerModels,
};

class OpenAIAdapter implements LLMAdapter {
  readonly provider: string;
  readonly model: string;
  readonly maxOutputTokens: number | undefined;
  readonly prices: ModelPrices | undefined;
  readonly #capabilities: ModelCapabilities | undefined;
  readonly #endpoint: Endpoint;
  #dialect: Dialect;
  #contextWindow: number | undefined;

  constructor(config: LLMConfig) {
    this.provider = config.provider;
    this.model = config.model;
    this.maxOutputTokens = config.maxOutputTokens;
    this.prices = config.prices;
    this.#capabilities = config.capabilities;
    this.#contextWindow = readContextWindow(config);
    this.#endpoint = readEndpoint(config);
    const dialect = createDialect(this.#endpoint.isOpenAI);
    this.#dialect = config.capabilities?.images === false ? { ...dialect, images: 'none' } : dialect;
  }

  get contextWindow(): number | undefined {
    return this.#contextWindow;
  }

  /** Without images once the server has refused them. */
  get capabilities(): ModelCapabilities | undefined {
    return this.#dialect.images === 'none' ? { ...this.#capabilities, images: false } : this.#capabilities;
  }

  async *streamComplete(
    messages: readonly LLMMessage[],
    options: LLMOptions = {},
  ): AsyncGenerator<ModelDelta, void, undefined> {
    const request = new AbortController();
    const signal = AbortSignal.any([
      request.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ]);
    const reader = new DeltaReader(this, () => `call_${randomUUID()}`);
    try {
      const response = await this.#send(messages, options, signal);
      for await (const chunks of readChunks(response))
        yield* mergeDeltas(chunks.flatMap((chunk) => reader.read(chunk)));
      yield* reader.end();
      // After an abort a buffered body ends as if it were complete.
      signal.throwIfAborted();
    } catch (thrown) {
      throw this.#explain(thrown, signal);
    } finally {
      if (reader.reasoningField !== undefined)
        this.#dialect = learnReasoning(this.#dialect, reader.reasoningField);
      request.abort();
    }
  }

  complete(messages: readonly LLMMessage[], options?: LLMOptions): Promise<string> {
    return gatherText(this.streamComplete(messages, options));
  }

  estimateTokens(text: string): number {
    return estimateTokens(text);
  }

  /** Sends the request, and retries in a simpler dialect as long as the server refuses a part that can be left out. */
  async #send(messages: readonly LLMMessage[], options: LLMOptions, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted();
    requireKey(this.#endpoint);
    const client = await openClient(this.#endpoint);
    for (;;) {
      const dialect = this.#dialect;
      try {
        const body = buildChatRequest(this, messages, options, dialect);
        return await client.chat.completions.create(body, { signal }).asResponse();
      } catch (thrown) {
        const error = this.#explain(thrown, signal);
        const isUnknown = error instanceof LLMRequestError && error.details.problem === undefined;
        const adapted = isUnknown
          ? adaptDialect(dialect, error.message, { hasImages: messages.some(hasImages) })
          : undefined;
        if (adapted === undefined) throw error;
        this.#dialect = adapted;
      }
    }
  }

  #explain(thrown: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    const error = explain(thrown, this.#endpoint);
    const window = error instanceof LLMRequestError ? error.details.contextWindow : undefined;
    if (window !== undefined) this.#contextWindow = Math.min(window, this.#contextWindow ?? Infinity);
    return error;
  }
}

function hasImages(message: LLMMessage): boolean {
  return 'images' in message && (message.images?.length ?? 0) > 0;
}

/** Errors: `SettingsError` for a window that is too small for any request. */
function readContextWindow({ contextWindow }: LLMConfig): number | undefined {
  if (contextWindow === undefined || contextWindow >= 1) return contextWindow;
  throw new SettingsError(`The window of a model must be a number of tokens, got ${String(contextWindow)}.`, {
    setting: 'contextWindow',
  });
}

async function validateConfig(
  config: LLMConfig,
  given?: AbortSignal,
): Promise<{ ok: true } | { ok: false; problem: string }> {
  const signal = AbortSignal.any(given === undefined ? [] : [given]);
  try {
    const endpoint = readEndpoint(config);
    requireKey(endpoint);
    const client = await openClient(endpoint);
    const models = await listModels(client, endpoint, signal);
    if (models?.includes(config.model)) return { ok: true };
    await probe(client, config.model, endpoint, models ?? [], signal);
    return { ok: true };
  } catch (thrown) {
    if (signal.aborted) return { ok: false, problem: 'The check was cancelled.' };
    return {
      ok: false,
      problem: thrown instanceof TroupeError ? thrown.message : redactCause(thrown, []).message,
    };
  }
}

async function listServerModels(config: LLMConfig, given?: AbortSignal): Promise<readonly string[]> {
  const signal = given ?? new AbortController().signal;
  const endpoint = readEndpoint(config);
  requireKey(endpoint);
  const models = await listModels(await openClient(endpoint), endpoint, signal);
  signal.throwIfAborted();
  return models ?? [];
}

/** The ids of a server's models; `undefined` when it has no list. */
async function listModels(
  client: OpenAI,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    const page = await client.models.list({ signal, timeout: VALIDATE_TIMEOUT_MS });
    // Read as unknown JSON: the types of the SDK hold for OpenAI's own servers only.
    return readArray(page.data)
      .map((model) => (isRecord(model) ? readString(model.id) : undefined))
      .filter((id) => id !== undefined);
  } catch (thrown) {
    const error = explain(thrown, endpoint);
    if (error instanceof LLMRequestError) return undefined;
    throw error;
  }
}

/** Requests one token: lists leave out variants and aliases of models that the server accepts nevertheless. */
async function probe(
  client: OpenAI,
  model: string,
  endpoint: Endpoint,
  offered: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.chat.completions.create(
      {
        model,
        messages: [{ role: 'user', content: 'Hi' }],
        [createDialect(endpoint.isOpenAI).maxTokensField]: 1,
      },
      { signal, timeout: VALIDATE_TIMEOUT_MS },
    );
  } catch (thrown) {
    const error = explain(thrown, endpoint);
    if (!(error instanceof LLMRequestError) || offered.length === 0) throw error;
    const more = offered.length > MAX_LISTED_MODELS ? ', ...' : '';
    throw new LLMRequestError(
      joinSentences(
        error.message,
        `The server offers: ${offered.slice(0, MAX_LISTED_MODELS).join(', ')}${more}`,
      ),
      error.details,
    );
  }
}

function explain(thrown: unknown, endpoint: Endpoint): TroupeError {
  if (thrown instanceof TroupeError) return thrown;
  // The SDK wraps what `fetch` throws.
  if (thrown instanceof Error && thrown.cause instanceof TroupeError) return thrown.cause;
  return toLLMError(thrown, {
    provider: endpoint.provider,
    baseUrl: endpoint.baseUrl,
    secrets: secretsOf(endpoint),
    nowMs: Date.now(),
  });
}

function requireKey({ apiKey, headers, isOpenAI }: Endpoint): void {
  if (apiKey !== '' || !isOpenAI || new Headers(headers).has('authorization')) return;
  throw new LLMAuthError(
    'OpenAI requires an API key and none is set. Set OPENAI_API_KEY, or give the base URL of another server.',
    {},
  );
}

async function openClient(endpoint: Endpoint): Promise<OpenAI> {
  // Loaded on demand: loading the SDK takes longer than most commands that need no model.
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: endpoint.baseUrl,
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
    fetch: createFetch(endpoint),
  });
}
