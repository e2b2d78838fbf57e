import type { TroupeError } from './errors.js';
import type { ImagePart } from './image-part.js';
import type { JsonSchema } from './tool.js';

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
 * What a provider charges for a model. Units: US dollars for a million tokens.
 * Input without a price of its own, cached or written to the cache, costs as much as other input.
 */
export interface ModelPrices {
  readonly input: number;
  /** Input that the provider read from its cache. Default: `input`. */
  readonly cachedInput?: number | undefined;
  /** Input that the provider wrote to its cache. Default: `input`. */
  readonly cacheWrite?: number | undefined;
  /** All output, reasoning included. */
  readonly output: number;
}

/** What a model can do. Absent: unknown. */
export interface ModelCapabilities {
  /** Whether it can call tools. */
  readonly tools?: boolean | undefined;
  /** Whether it takes images. `false`: adapters describe them in words. Absent: unknown, and images are sent. */
  readonly images?: boolean | undefined;
  /** Whether it reasons before it answers. */
  readonly reasoning?: boolean | undefined;
}

/** The known facts about a model. */
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
   * The names of the models that the server of the configuration offers, in its order; none when it has no list. The
   * configuration's `model` does not matter. Absent: the provider cannot list models. Errors: as those of `LLMAdapter`.
   */
  listModels?(config: LLMConfig, signal?: AbortSignal): Promise<readonly string[]>;
}

/** A model's whole turn, however it ended, with everything that arrived before a failure or a cancellation. */
export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  /** Complete calls only: empty when the turn was cut off, failed or was cancelled. */
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage;
  /** What the request cost, failed attempts included, where prices and usage are known. Units: US dollars. */
  readonly costUsd?: number;
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
}
