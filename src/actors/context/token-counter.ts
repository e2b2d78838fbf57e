import type { LLMMessage, ToolDescription } from '../protocol/llm.js';
import { countTokens } from './message-tokens.js';

// A server that reports a part of the input only must not mislead the estimate by more.
const LEAST_FACTOR = 0.5;
const MOST_FACTOR = 4;

/** The part of a request that stays the same. */
interface Head {
  readonly prompt: string;
  readonly tools: readonly ToolDescription[];
}

/** Counts the tokens of requests to one model: an estimate, corrected by what the provider has counted. Units: tokens. */
export class TokenCounter {
  /** How many tokens the provider counts for one of the estimate. */
  readonly factor: number;
  readonly #estimate: (text: string) => number;

  /** `measured`: the estimate and the provider's count of one request. Default: the estimate is not corrected. */
  constructor(
    estimate: (text: string) => number,
    measured?: { readonly estimated: number; readonly counted: number },
  ) {
    this.#estimate = estimate;
    const factor = measured === undefined ? 1 : measured.counted / Math.max(1, measured.estimated);
    this.factor = Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factor));
  }

  readonly ofText = (text: string): number => Math.ceil(this.#estimate(text) * this.factor);

  ofMessages(messages: readonly LLMMessage[]): number {
    return Math.ceil(countTokens(messages, this.#estimate) * this.factor);
  }

  ofPrompt({ prompt }: Head): number {
    return this.ofMessages([{ role: 'system', content: prompt }]);
  }

  ofTools({ tools }: Head): number {
    return tools.length === 0 ? 0 : this.ofText(JSON.stringify(tools));
  }

  ofHead(head: Head): number {
    return this.ofPrompt(head) + this.ofTools(head);
  }
}
