import type {
  LLMConfig,
  LLMMessage,
  LLMOptions,
  ModelDelta,
  ModelInfo,
  WebSearchReply,
} from '../../protocol/llm.js';
import type { Endpoint } from './endpoint.js';
import type { StreamEnd } from './event-stream.js';
import type { ModelOrigin } from './model-origin.js';
import type { KeyHeader } from './safe-fetch.js';

/** What an adapter has to know of an API before its first request. */
export interface ModelApi<Dialect extends BaseDialect> {
  /** The name of the `LLMProvider`. */
  readonly name: string;
  /** The company whose server needs a key. */
  readonly company: string;
  /** The base URL of that server. */
  readonly homeUrl: string;
  /** The variable in which people keep the key for it. */
  readonly keyVariable: string;
  readonly keyHeader: KeyHeader;
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The base URL as people write it, to which `/models` and the path of `ApiWords` are added. */
  readonly toBaseUrl: (baseUrl: string) => string;
  /** Where the list of models is, behind the base URL. Default: `/models`. */
  readonly modelsPath?: string;
  /** What is known of the models of that server. */
  readonly factsOf: (model: string) => ModelInfo;
  /** Opens a way to the server, over `fetch` alone. Default: `openFetchTransport`. */
  readonly openTransport?: (endpoint: Endpoint, fetch: typeof globalThis.fetch) => Promise<Transport>;
  /** How the server searches the web; `undefined` when it does not. Default: no server of the API does. */
  readonly findSearch?: (endpoint: Endpoint) => LoadSearchWords | undefined;
  /** Loads the rest, once there is something to ask. */
  readonly loadWords: () => Promise<ApiWords<Dialect>>;
}

/**
 * Sends a request to the path behind the base URL, or to a whole address, a `POST` when it has a body. Resolves to a response with a status of
 * success.
 * Errors: what `fetch` throws; for a status of failure an object with the `status`, the `headers` and the server's
 * `error`.
 */
export type Transport = (path: string, signal: AbortSignal, body?: object) => Promise<Response>;

/** The words of an API: how a request is written and an answer is read. */
export interface ApiWords<Dialect extends BaseDialect> {
  /** Behind the base URL. Shape: begins with a slash. */
  readonly path: string;
  /** The dialect to begin with; `isHome` says whether the server is that of the company that made the API. */
  createDialect(config: LLMConfig, isHome: boolean): Dialect;
  /**
   * The dialect without the part that the server refused; `undefined` when the refusal names no part that can change.
   * Each part changes a few times at most, so repeated refusals come to an end.
   */
  adaptDialect(
    dialect: Dialect,
    refusal: string,
    asked: { readonly hasImages: boolean },
  ): Dialect | undefined;
  buildRequest(
    origin: RequestOrigin,
    messages: readonly LLMMessage[],
    options: LLMOptions,
    dialect: Dialect,
  ): object;
  createReader(origin: ModelOrigin, dialect: Dialect): ReplyReader<Dialect>;
}

/** The model of a request, with what limits the answer. */
export interface RequestOrigin extends ModelOrigin, Pick<ModelInfo, 'contextWindow' | 'maxOutputTokens'> {}

/** How a server is asked to search the web, and its answer is read. */
export interface WebSearchApi {
  /** Behind the base URL. Shape: begins with a slash. */
  readonly path: string;
  /** A request that has the query and nothing of any conversation. */
  buildRequest(origin: RequestOrigin, query: string): object;
  /** Accepts whatever comes. Errors: `LLMRequestError` when the search itself has failed. */
  readReply(reply: unknown): WebSearchReply;
}

/** Loads them, once there is something to search. */
export type LoadSearchWords = () => Promise<WebSearchApi>;

/** How one server departs from its API, as far as its replies have shown. */
export interface BaseDialect {
  readonly takesImages: boolean;
  /** Whether it takes tools; where not, calls are text: see `toTextMessages`. */
  readonly takesTools: boolean;
}

/** The dialects of an API that takes reasoning back and can be asked to cache. */
export interface ReasoningDialect extends BaseDialect {
  /** How a model is asked to reason. */
  readonly reasoning: 'full' | 'simple' | 'none';
  /** Whether it takes back the reasoning of earlier replies. */
  readonly takesReasoning: boolean;
  /** Whether it takes the marks, or the key, by which a cache finds the beginning of a request. */
  readonly takesCacheMarks: boolean;
  /** Whether it says why a request was not in its cache, when it is told with which reply to compare it. */
  readonly explainsCache: boolean;
  /** The longest answer that it accepts to be asked for. Units: tokens. */
  readonly maxOutputTokens: number | undefined;
}

/** Reads the events of one streamed reply. */
export interface ReplyReader<Dialect extends BaseDialect> {
  /**
   * The deltas of one event, always at least one: an empty text serves as a keep-alive. Accepts whatever comes.
   * Errors: `MidStreamError` for an event that reports a failure.
   */
  read(event: unknown): readonly ModelDelta[];
  /** The deltas that are still held back when the stream ends. Default: none. */
  end?(how: StreamEnd): readonly ModelDelta[];
  /** The dialect with what the reply has shown of the server. Default: nothing is learned. */
  learn?(dialect: Dialect): Dialect;
}

/** The delta of an event that brought nothing: it shows that the server is there, and has taken the request. */
export const KEEP_ALIVE: readonly ModelDelta[] = [{ type: 'text', text: '' }];

/** The delta of a read in which no event ended: it shows that the server is there, and may refuse the request yet. */
export const SIGN_OF_LIFE: ModelDelta = { type: 'reasoning', text: '' };
