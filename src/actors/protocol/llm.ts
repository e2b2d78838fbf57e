import type { TroupeError } from './errors.js';
import type { ImagePart } from './image-part.js';
import type { JsonSchema } from './json/json-schema.js';

/** A tool call that the model requests. `arguments` is the model's own text, not yet parsed. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * State that a provider expects back unchanged with the next request: signed thinking, encrypted reasoning.
 * Shape: `data` is JSON. Adapters send it to the provider of that name only. Source: SPEC M2.
 */
export interface OpaqueState {
  readonly provider: string;
  readonly data: unknown;
}

/** One message of a conversation, in the form that models understand. */
export type LLMMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly ImagePart[] }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly reasoning?: string;
      readonly toolCalls?: readonly ToolCall[];
      readonly opaque?: OpaqueState;
    }
  | {
      readonly role: 'tool';
      readonly toolCallId: string;
      readonly name: string;
      readonly content: string;
      readonly images?: readonly ImagePart[];
    };

/** Why a provider found less of a request in its cache than an earlier request had left there, as it says itself. */
export interface CacheMiss {
  /** What is not as it was. `settings`: such as the kind of answer. */
  readonly changed: 'model' | 'effort' | 'system' | 'tools' | 'messages' | 'settings';
  /** What it had to read anew. Units: tokens. Absent: not reported. */
  readonly tokens?: number;
}

/** Token counts, as the provider reports them. */
export interface Usage {
  /** All input, cached tokens included. */
  readonly inputTokens: number;
  /** All output, reasoning included. */
  readonly outputTokens: number;
  /** The part of the input that the provider read from its cache. Absent: not reported. */
  readonly cachedTokens?: number;
  /** The part of the input that the provider wrote to its cache. Absent: not reported. */
  readonly cacheWriteTokens?: number;
  /** The part of the output that was reasoning. Absent: not reported. */
  readonly reasoningTokens?: number;
  /** Of one request alone. Absent: nothing was missing from the cache, or the provider does not say why. */
  readonly cacheMiss?: CacheMiss;
}

/** What requests have used. */
export interface UsageSum {
  /** Requests whose usage the server has reported. Requests for summaries count as one for each compaction. */
  readonly requests: number;
  readonly usage: Usage;
  /** Units: US dollars; absent where no price is known. */
  readonly costUsd?: number;
  /** Whether tokens were used whose price is not known. */
  readonly isPartlyUnpriced: boolean;
  /** The requests that were not in the provider's cache as far as expected, where it says why. Absent: none. */
  readonly cacheMisses?: readonly CacheMiss[];
}

/** A page that a search has found. All of it is text of strangers. */
export interface WebSource {
  readonly url: string;
  readonly title?: string;
  /** How old it is, in the words of the provider. */
  readonly age?: string;
  /** What it says about the query. */
  readonly excerpt?: string;
}

/** What a search on the web has found. */
export interface WebSearchReply {
  /** Each address once, the best first. */
  readonly sources: readonly WebSource[];
  /** What the model that searched says about them. */
  readonly text: string;
  readonly usage: Usage;
}

/** How a model ends its turn. */
export type FinishReason = 'end' | 'toolCalls' | 'length' | 'filtered';

/**
 * A piece of a model's turn, as it arrives. Each delta costs an event of the turn and a write to the screen, so an
 * adapter should join the deltas that arrive together.
 */
export type ModelDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** `index` identifies the call within the turn; `id` and `name` come once, `arguments` in pieces. */
  | {
      readonly type: 'toolCall';
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments?: string;
    }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** Comes once, before the `finish`. */
  | { readonly type: 'opaque'; readonly state: OpaqueState }
  /** A sentence for the person: something was not as usual, and the turn goes on. No part of the reply. */
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'finish'; readonly reason: FinishReason };

/** A tool as the model sees it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface LLMOptions {
  readonly tools?: readonly ToolDescription[];
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * What tokens cost. Units: US dollars for a million tokens.
 * Input without a price of its own, cached or written to the cache, costs as much as other input.
 */
export interface TokenPrices {
  readonly input: number;
  /** Input that the provider read from its cache. Default: `input`. */
  readonly cachedInput?: number | undefined;
  /** Input that the provider wrote to its cache. Default: `input`. */
  readonly cacheWrite?: number | undefined;
  /** All output, reasoning included. */
  readonly output: number;
}

/** What a provider charges for a model. */
export interface ModelPrices extends TokenPrices {
  /** The prices of a request whose input has over `overTokens`, for all of it. Default: the same prices. */
  readonly long?: (TokenPrices & { readonly overTokens: number }) | undefined;
}

/** What a model can do. Absent: unknown. */
export interface ModelCapabilities {
  /** Whether it can call tools. */
  readonly tools?: boolean | undefined;
  /** Whether it takes images. `false`: adapters describe them in words. Absent: unknown, and images are sent. */
  readonly images?: boolean | undefined;
  /** Whether it reasons before it answers. */
  readonly reasoning?: boolean | undefined;
  /** The efforts that it takes. */
  readonly efforts?: readonly Effort[] | undefined;
}

/** The efforts that there are, the least first. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** How much a model should reason before it answers. A server names those that it does not take when it refuses one. */
export type Effort = (typeof EFFORTS)[number];

/** The known facts about a model, and how it is asked. */
export interface ModelInfo {
  /**
   * The model's context window, as far as it is known: some servers name it only when they refuse a request.
   * Units: tokens, for a request and its answer together; `Infinity` for a model without a limit. Absent: 128,000 is
   * assumed.
   */
  readonly contextWindow?: number | undefined;
  /** The longest answer, reasoning included. Units: tokens. Absent: unknown. */
  readonly maxOutputTokens?: number | undefined;
  /** Absent: unknown, and no cost is computed. */
  readonly prices?: ModelPrices | undefined;
  readonly capabilities?: ModelCapabilities | undefined;
  /** Default: what its server does by itself. */
  readonly effort?: Effort | undefined;
}

/** A model as the list of its server describes it. */
export interface ListedModel extends Omit<ModelInfo, 'effort'> {
  /** Its name at the server. */
  readonly id: string;
  /** Its name for people. */
  readonly title?: string;
  /**
   * The window that it could have: its server may give it less, and says how much once it has loaded the model. Units:
   * tokens.
   */
  readonly largestWindow?: number;
}

/**
 * A connection to one model. One call is one request: adapters never retry and keep no history.
 * Errors: throws a `TroupeError` (`LLM*Error`), or the signal's reason when cancelled. A stream that ends without a
 * `finish` delta was cut off.
 */
export interface LLMAdapter extends ModelInfo {
  /** With the model it makes the name by which a person chooses it: `provider/model`. */
  readonly provider: string;
  readonly model: string;
  streamComplete(messages: readonly LLMMessage[], options?: LLMOptions): AsyncIterable<ModelDelta>;
  /** Resolves to the whole answer. */
  complete(messages: readonly LLMMessage[], options?: LLMOptions): Promise<string>;
  estimateTokens(text: string): number;
  /**
   * Searches the web with the search of the provider: one request to the same server, which has the query and nothing of
   * any conversation. Absent: the provider has no search.
   */
  searchWeb?(query: string, signal?: AbortSignal): Promise<WebSearchReply>;
}

/** A model and how to reach it. */
export interface LLMConfig extends ModelInfo {
  readonly provider: string;
  /** The name of the `LLMProvider` that speaks the provider's API. Default: `provider`. */
  readonly api?: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** Sent with each request to the base URL and to no other address. They are as secret as the key. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How random answers are: 0 for the likeliest words. Models that reason refuse it, or Troupe leaves it out. Default: what the
   * server does by itself.
   */
  readonly temperature?: number | undefined;
  /**
   * What the list of its server says of it. The other fields come before it, and it comes before what the provider knows.
   * Default: nothing.
   */
  readonly listed?: Omit<ListedModel, 'id'> | undefined;
  /**
   * The model that goes on with a turn when this one cannot be reached, has too much to do or asks to slow down, after all
   * tries. It has an address and a key of its own, and its own `fallback` does not count. Default: the turn fails.
   */
  readonly fallback?: LLMConfig | undefined;
}

/** A family of models behind one API. */
export interface LLMProvider {
  readonly name: string;
  createAdapter(config: LLMConfig): LLMAdapter;
  /**
   * Checks the configuration with one request. Resolves to the problem, in words a person can act on; never rejects.
   */
  validateConfig(
    config: LLMConfig,
    signal?: AbortSignal,
  ): Promise<{ ok: true } | { ok: false; problem: string }>;
  /**
   * The models that the server of the configuration offers, in its order, with what it says of them; none when it has no
   * list. The configuration's `model` does not matter. Absent: the provider cannot list models. Errors: as those of
   * `LLMAdapter`.
   */
  listModels?(config: LLMConfig, signal?: AbortSignal): Promise<readonly ListedModel[]>;
}

/** A model's whole turn, however it ended, with everything that arrived before a failure or a cancellation. */
export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  /**
   * Empty when the turn was filtered, failed or was cancelled. When `stop` is `length`, the arguments of the last one may be
   * cut off, and are no JSON then.
   */
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage;
  /** What the request cost, failed attempts included, where prices and usage are known. Units: US dollars. */
  readonly costUsd?: number;
  /**
   * About what the request took, failed attempts included, where the server has reported no usage. For limits: no usage is
   * shown that nobody has counted. Units: tokens, US dollars; 0 where no price is known.
   */
  readonly estimated?: { readonly tokens: number; readonly costUsd: number };
  /** State that the provider expects back with the next request. */
  readonly opaque?: OpaqueState;
  readonly stop: FinishReason | 'cancelled' | 'failed';
  /** Set when `stop` is `failed`. */
  readonly error?: TroupeError;
}

/** Emitted before a retry. Discard any text streamed by the failed attempt. */
export interface RetryNotice {
  /** The number of the attempt that follows the wait. The very first attempt is 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** The wait before the next attempt. Units: milliseconds. */
  readonly waitMs: number;
  readonly reason: string;
  /**
   * The model that makes the attempts from here to the end of the turn, where it is another one: the fallback. Shape:
   * `provider/model`.
   */
  readonly model?: string;
}

/** How a conversation was made shorter. Units: estimated tokens of a whole request, the system prompt and tools included. */
export interface CompactionReport {
  /** `full`: the next request would have left no room for a reply. `refused`: the server did not take it. */
  readonly cause: 'full' | 'refused' | 'person';
  /** `shortened`: old results of tools only. `cut`: long texts were shortened, and the oldest messages left out. */
  readonly stage: 'shortened' | 'summarised' | 'cut';
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Number of messages that were replaced or changed. */
  readonly replaced: number;
  /** What the model wrote about the messages that were replaced. */
  readonly summary?: string;
  /** What the summary used, unusable ones included. */
  readonly usage?: Usage;
  /** The model that was asked for it. Shape: `provider/model`. */
  readonly model?: string;
  /** Units: US dollars; absent where no price is known. */
  readonly costUsd?: number;
}
