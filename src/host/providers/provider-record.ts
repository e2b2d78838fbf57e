import type { ModelInfo } from '../../actors/protocol/llm.js';

/** A server of models, and what is sent to it and to no other. Source: SPEC M1. */
export interface ProviderRecord {
  /** The first part of its models' names, `provider/model`. Shape: letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  /**
   * The name of the `LLMProvider` that speaks its API: `openai` for OpenAI's chat completions, `openai-responses`, `anthropic`,
   * or one that a program registers. Default: `openai`, and for the providers `openai` and `anthropic` without an address
   * `openai-responses` and `anthropic`.
   */
  readonly api?: string | undefined;
  /** Needed with these APIs, except for the providers `openai`, `openai-responses` and `anthropic`. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Sent with each request. They are as secret as the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Its models by their names; `*` stands for all others. Default: any model, of which nothing is known. */
  readonly models?: Readonly<Record<string, ModelInfo>> | undefined;
  /** The model to use when only the provider is named. */
  readonly defaultModel?: string | undefined;
  /**
   * The model that goes on when one of these cannot be reached. Shape: `provider/model`, or another model of this provider.
   * Default: that of all providers.
   */
  readonly fallback?: string | undefined;
}

/** The providers of a person. */
export interface ProviderSettings {
  /** Shape: each `id` occurs once. */
  readonly records: readonly ProviderRecord[];
  /** The model to use when none is named. Shape: `provider/model`. */
  readonly defaultModel?: string | undefined;
  /** The model that goes on when another one cannot be reached. Shape: `provider/model`. Default: none. */
  readonly fallback?: string | undefined;
  /** Why the key of a provider is missing, by its `id`: sentences that say what to do. Default: none is. */
  readonly keyProblems?: ReadonlyMap<string, string>;
}

export const NO_PROVIDERS: ProviderSettings = { records: [] };
