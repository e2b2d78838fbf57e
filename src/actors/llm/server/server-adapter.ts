import { randomUUID } from 'node:crypto';
import { LLMRequestError, SettingsError } from '../../protocol/errors.js';
import type {
  Effort,
  LLMAdapter,
  LLMConfig,
  LLMMessage,
  LLMOptions,
  ModelCapabilities,
  ModelDelta,
  ModelPrices,
} from '../../protocol/llm.js';
import type { ImagePart } from '../../protocol/image-part.js';
import { gatherText } from '../gather-text.js';
import { mergeFacts } from '../merge-facts.js';
import { mergeDeltas } from '../merge-deltas.js';
import { estimateTokens } from '../tokens.js';
import { MidStreamError, readEventBatches, type StreamEnd } from './event-stream.js';
import type { TextCallReader } from '../text-tools/text-call-reader.js';
import { toTextMessages } from '../text-tools/to-text-messages.js';
import {
  type ApiWords,
  type BaseDialect,
  type ModelApi,
  type ReplyReader,
  SIGN_OF_LIFE,
} from './model-api.js';
import { ModelClient } from './model-client.js';
import { isAboutOneImage, RefusedImages } from './refused-images.js';
import { searchWeb } from './search-web.js';

/** A model behind the server of an API: see `ModelApi`. */
export class ServerAdapter<Dialect extends BaseDialect> implements LLMAdapter {
  readonly provider: string;
  readonly model: string;
  readonly maxOutputTokens: number | undefined;
  readonly prices: ModelPrices | undefined;
  readonly effort: Effort | undefined;
  /** See `LLMAdapter`. Absent where the server does not search. */
  readonly searchWeb?: NonNullable<LLMAdapter['searchWeb']>;
  readonly #api: ModelApi<Dialect>;
  readonly #config: LLMConfig;
  readonly #client: ModelClient<Dialect>;
  readonly #refusedImages = new RefusedImages();
  #contextWindow: number | undefined;
  #words: ApiWords<Dialect> | undefined;
  #dialect: Dialect | undefined;

  /** Errors: `SettingsError` for an address, a key or a window that cannot be. */
  constructor(api: ModelApi<Dialect>, config: LLMConfig) {
    this.#api = api;
    this.#client = new ModelClient(api, config);
    // Other servers have other limits and prices for models of the same name.
    const facts = this.#client.isHome ? api.factsOf(config.model) : {};
    this.#config = { ...config, ...mergeFacts(config, config.listed ?? {}, facts) };
    this.provider = config.provider;
    this.model = config.model;
    this.maxOutputTokens = this.#config.maxOutputTokens;
    this.prices = this.#config.prices;
    this.effort = this.#config.effort;
    this.#contextWindow = readContextWindow(this.#config);
    const { search } = this.#client;
    if (search !== undefined)
      this.searchWeb = (query, signal) => searchWeb(this.#client, search, this, { query, signal });
  }

  get contextWindow(): number | undefined {
    return this.#contextWindow;
  }

  /** Without images, and without tools, once the server has refused them. */
  get capabilities(): ModelCapabilities | undefined {
    const { capabilities } = this.#config;
    const { takesImages = true, takesTools = true } = this.#dialect ?? {};
    if (takesImages && takesTools) return capabilities;
    return {
      ...capabilities,
      ...(takesImages ? {} : { images: false }),
      ...(takesTools ? {} : { tools: false }),
    };
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
    let reader: ReplyReader<Dialect> | undefined;
    try {
      const words = (this.#words ??= await this.#api.loadWords());
      const { response, dialect, hasTextTools, notices } = await this.#send(words, messages, options, signal);
      for (const message of notices) yield { type: 'notice', message };
      const calls = hasTextTools ? await createTextCallReader() : undefined;
      const mask = this.#client.mask.open();
      const finishReading = (deltas: readonly ModelDelta[]): readonly ModelDelta[] =>
        (calls === undefined ? deltas : deltas.flatMap((delta) => calls.read(delta))).flatMap((delta) =>
          mask.read(delta),
        );
      reader = words.createReader(this, dialect);
      let end: StreamEnd = 'cut';
      const chunks = readEventBatches(response, (how) => {
        end = how;
      });
      for await (const events of chunks) {
        if (events.length === 0) yield SIGN_OF_LIFE;
        const { deltas, failure } = readAll(reader, events);
        yield* mergeDeltas(finishReading(deltas));
        if (failure !== undefined) throw failure;
      }
      const last = reader.end?.(end) ?? [];
      yield* finishReading(last);
      yield* mask.end();
      // After an abort a buffered body ends as if it were complete.
      signal.throwIfAborted();
    } catch (thrown) {
      throw this.#explain(thrown, signal);
    } finally {
      if (this.#dialect !== undefined) this.#dialect = reader?.learn?.(this.#dialect) ?? this.#dialect;
      request.abort();
    }
  }

  complete(messages: readonly LLMMessage[], options?: LLMOptions): Promise<string> {
    return gatherText(this.streamComplete(messages, options));
  }

  estimateTokens(text: string): number {
    return estimateTokens(text);
  }

  /**
   * Sends the request, and again in a simpler dialect as long as the server refuses a part that can be left out.
   * `hasTextTools` says whether the tools went as text.
   */
  async #send(
    words: ApiWords<Dialect>,
    messages: readonly LLMMessage[],
    options: LLMOptions,
    signal: AbortSignal,
  ): Promise<Sent<Dialect>> {
    signal.throwIfAborted();
    /** The images that may be the one that was refused; each is left out once, in `tried`. */
    let suspects: ImagePart[] | undefined;
    let tried: ImagePart | undefined;
    const { temperature } = this.#config;
    const asked = temperature === undefined ? options : { temperature, ...options };
    const { tools = [], ...withoutTools } = asked;
    for (;;) {
      const dialect = (this.#dialect ??= words.createDialect(this.#config, this.#client.isHome));
      try {
        const hasTextTools = !dialect.takesTools && tools.length > 0;
        const shown = this.#refusedImages.leaveOut(messages, tried);
        const body = hasTextTools
          ? words.buildRequest(this, toTextMessages(shown, tools), withoutTools, dialect)
          : words.buildRequest(this, shown, asked, dialect);
        const response = await this.#client.send(words.path, signal, body);
        const notices = tried === undefined ? [] : [this.#refusedImages.add(tried)];
        return { response, dialect, hasTextTools, notices };
      } catch (thrown) {
        const error = this.#explain(thrown, signal);
        if (!(error instanceof LLMRequestError)) throw error;
        const { problem } = error.details;
        if (problem === undefined && dialect.takesImages && isAboutOneImage(error.message)) {
          suspects ??= this.#refusedImages.findSuspects(messages);
          tried = suspects.shift();
          if (tried !== undefined) continue;
        }
        let adapted: Dialect | undefined;
        if (problem === undefined)
          adapted = words.adaptDialect(dialect, error.message, { hasImages: messages.some(hasImages) });
        else if (problem === 'no tools' && dialect.takesTools) adapted = { ...dialect, takesTools: false };
        if (adapted === undefined) throw error;
        this.#dialect = adapted;
      }
    }
  }

  #explain(thrown: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    const error = this.#client.explain(thrown);
    const window = error instanceof LLMRequestError ? error.details.contextWindow : undefined;
    if (window !== undefined) this.#contextWindow = Math.min(window, this.#contextWindow ?? Infinity);
    return error;
  }
}

/** A request that was taken. */
interface Sent<Dialect> {
  readonly response: Response;
  readonly dialect: Dialect;
  readonly hasTextTools: boolean;
  /** Sentences for the person about what was left out. */
  readonly notices: readonly string[];
}

/** Loaded on demand: most models can call tools. */
async function createTextCallReader(): Promise<TextCallReader> {
  const { TextCallReader } = await import('../text-tools/text-call-reader.js');
  return new TextCallReader(() => `call_${randomUUID()}`);
}

/** The deltas of events that came together, up to one that reports a failure. */
function readAll<Dialect extends BaseDialect>(
  reader: ReplyReader<Dialect>,
  events: readonly unknown[],
): { readonly deltas: readonly ModelDelta[]; readonly failure?: MidStreamError } {
  const deltas: ModelDelta[] = [];
  for (const event of events) {
    try {
      for (const delta of reader.read(event)) deltas.push(delta);
    } catch (failure) {
      if (failure instanceof MidStreamError) return { deltas, failure };
      throw failure;
    }
  }
  return { deltas };
}

function hasImages(message: LLMMessage): boolean {
  return 'images' in message && (message.images?.length ?? 0) > 0;
}

function readContextWindow({ contextWindow }: LLMConfig): number | undefined {
  if (contextWindow === undefined || contextWindow >= 1) return contextWindow;
  throw new SettingsError(`The window of a model must be a number of tokens, got ${String(contextWindow)}.`, {
    setting: 'contextWindow',
  });
}
