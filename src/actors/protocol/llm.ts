import type { TroupeError } from './errors.js';
import type { JsonSchema } from './tool.js';

/** A tool the model asked for. `arguments` is the model's own text, not yet parsed. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One message of a conversation as a model sees it. */
export type LLMMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly reasoning?: string;
      readonly toolCalls?: readonly ToolCall[];
    }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly content: string };

/** Tokens as the provider counted them. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How a model ends its turn. */
export type FinishReason = 'end' | 'toolCalls' | 'length' | 'filtered';

/**
 * A piece of a model's turn, as it arrives. Each costs an event of the turn and a write to the screen: an adapter does well
 * to join the pieces that arrive together.
 */
export type ModelDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** `index` tells several calls of one turn apart; `id` and `name` come once, `arguments` in pieces. */
  | {
      readonly type: 'toolCall';
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments?: string;
    }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'finish'; readonly reason: FinishReason };

/** A tool as a model is told of it. */
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
 * A model that can be talked to. One call is one request: adapters never retry and hold no history.
 * Errors: throws a `TroupeError` (`LLM*Error`), or the signal's reason when cancelled; a stream that ends without a
 * `finish` delta was cut.
 */
export interface LLMAdapter {
  readonly provider: string;
  readonly model: string;
  /**
   * What a request and its answer may make together, as far as it is known: a server may say so only when it refuses.
   * Units: tokens; `Infinity` for a model without a limit. Absent: it is taken to be 128,000.
   */
  readonly contextWindow?: number | undefined;
  streamComplete(messages: readonly LLMMessage[], options?: LLMOptions): AsyncIterable<ModelDelta>;
  /** The whole text at once. */
  complete(messages: readonly LLMMessage[], options?: LLMOptions): Promise<string>;
  estimateTokens(text: string): number;
}

/** Where a model is and how to reach it. */
export interface LLMConfig {
  readonly provider: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** What the model takes at once. Units: tokens. Default: what the server says, and 128,000 until it has. */
  readonly contextWindow?: number;
}

/** A family of models behind one API. */
export interface LLMProvider {
  readonly name: string;
  createAdapter(config: LLMConfig): LLMAdapter;
  /** Asks the API once. Errors: resolves to the problem, in words a person can act on; never rejects. */
  validateConfig(
    config: LLMConfig,
    signal?: AbortSignal,
  ): Promise<{ ok: true } | { ok: false; problem: string }>;
}

/** A model's whole turn, however it ended. What arrived before a failure or a cancel is in it. */
export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  /** Complete calls only: none when the turn was cut, failed or cancelled. */
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage;
  readonly stop: FinishReason | 'cancelled' | 'failed';
  /** Set when `stop` is `failed`. */
  readonly error?: TroupeError;
}

/** Emitted before a retry. Discard any text streamed by the failed attempt. */
export interface RetryNotice {
  /** The number of the try that comes after the wait; the first try of all was 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Units: milliseconds until the next try. */
  readonly waitMs: number;
  readonly reason: string;
}
