import { omitUndefined } from '../protocol/json/omit-undefined.js';
import type { LLMAdapter, LLMMessage, ModelReply, ToolDescription, Usage } from '../protocol/llm.js';
import { estimateRequest } from './estimate-request.js';
import { priceOf } from './price-of.js';

/** What the attempts of one request have taken. */
export class Spending {
  readonly #adapter: LLMAdapter;
  readonly #messages: readonly LLMMessage[];
  readonly #tools: readonly ToolDescription[];
  #costUsd: number | undefined;
  #estimatedTokens = 0;
  #estimatedUsd = 0;

  constructor(adapter: LLMAdapter, messages: readonly LLMMessage[], tools: readonly ToolDescription[]) {
    this.#adapter = adapter;
    this.#messages = messages;
    this.#tools = tools;
  }

  /** Adds an attempt, however it ended. */
  add(reply: ModelReply): void {
    const { prices } = this.#adapter;
    const { inputTokens, outputTokens } = reply.usage;
    if (inputTokens + outputTokens > 0) {
      if (prices !== undefined) this.#costUsd = (this.#costUsd ?? 0) + priceOf(reply.usage, prices);
      return;
    }
    // A server that sent nothing of an answer has hardly begun with the request.
    if (reply.text === '' && reply.reasoning === '' && reply.toolCalls.length === 0) return;
    const usage = this.#estimate(reply);
    this.#estimatedTokens += usage.inputTokens + usage.outputTokens;
    if (prices !== undefined) this.#estimatedUsd += priceOf(usage, prices);
  }

  /** What all attempts cost, as far as usage and prices are known, and an estimate of what is not. */
  get total(): Pick<ModelReply, 'costUsd' | 'estimated'> {
    return {
      ...omitUndefined({ costUsd: this.#costUsd }),
      ...(this.#estimatedTokens === 0
        ? {}
        : { estimated: { tokens: this.#estimatedTokens, costUsd: this.#estimatedUsd } }),
    };
  }

  #estimate({ text, reasoning, toolCalls }: ModelReply): Usage {
    const estimate = (of: string): number => this.#adapter.estimateTokens(of);
    return {
      inputTokens: estimateRequest(this.#messages, this.#tools, estimate),
      outputTokens:
        estimate(text) +
        estimate(reasoning) +
        toolCalls.reduce((sum, call) => sum + estimate(call.name) + estimate(call.arguments), 0),
    };
  }
}
