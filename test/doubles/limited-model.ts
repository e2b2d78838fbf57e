import { estimateTokens } from '../../src/actors/llm/tokens.js';
import { countTokens } from '../../src/actors/context/message-tokens.js';
import { LLMConnectionError, LLMRequestError } from '../../src/actors/protocol/errors.js';
import type { LLMAdapter, LLMMessage, LLMOptions, ModelDelta } from '../../src/actors/protocol/llm.js';

/** What a model does when it is asked for a summary. */
export type SummaryBehaviour = 'good' | 'empty' | 'longer' | 'calls' | 'fails' | 'hangs' | 'overflows';

interface Played {
  /** The window that it really has. Units: tokens. */
  readonly window: number;
  /** Whether it says what its window is. Default: yes. */
  readonly isKnown?: boolean;
  /** How many tokens it counts for one of the estimate. Default: 1. */
  readonly factor?: number;
  readonly summary?: SummaryBehaviour;
  /** The reply to the n-th request that is no summary: calls of tools by name and arguments, or an answer. */
  readonly reply: (index: number) => readonly (readonly [name: string, args: object])[] | string;
}

/** A model with a window of its own, which refuses what exceeds it, counts tokens, and summarises when asked to. */
export class LimitedModel implements LLMAdapter {
  readonly provider = 'limited';
  readonly model = 'limited-1';
  readonly maxOutputTokens = undefined;
  contextWindow: number | undefined;
  readonly requests: { readonly messages: readonly LLMMessage[]; readonly options: LLMOptions }[] = [];
  readonly summaries: { readonly messages: readonly LLMMessage[]; readonly options: LLMOptions }[] = [];
  refused = 0;
  readonly #played: Played;
  readonly #onHang: () => void;

  constructor(played: Played, onHang: () => void = () => undefined) {
    this.#played = played;
    this.#onHang = onHang;
    this.contextWindow = played.isKnown === false ? undefined : played.window;
  }

  async *streamComplete(
    messages: readonly LLMMessage[],
    options: LLMOptions = {},
  ): AsyncGenerator<ModelDelta, void, undefined> {
    const { window, factor = 1, summary = 'good', reply } = this.#played;
    const tokens = Math.ceil(this.count(messages, options) * factor);
    const isSummary = messages.at(-1)?.content.includes('write a summary that takes the place') === true;
    if (tokens > window || (isSummary && summary === 'overflows')) {
      this.refused += 1;
      throw new LLMRequestError(`The request has ${tokens} tokens, the window ${window}.`, {
        problem: 'context overflow',
      });
    }
    (isSummary ? this.summaries : this.requests).push({ messages, options });
    yield { type: 'usage', usage: { inputTokens: tokens, outputTokens: 10 } };
    const said = isSummary ? await this.#summarise(summary) : reply(this.requests.length - 1);
    if (typeof said === 'string') yield { type: 'text', text: said };
    else
      for (const [index, [name, args]] of said.entries())
        yield {
          type: 'toolCall',
          index,
          id: `r${this.requests.length}_${index}`,
          name,
          arguments: JSON.stringify(args),
        };
    yield { type: 'finish', reason: typeof said === 'string' ? 'end' : 'toolCalls' };
  }

  /** The tokens of a request, before its factor. */
  count(messages: readonly LLMMessage[], { tools }: LLMOptions): number {
    const ofTools = tools === undefined || tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));
    return countTokens(messages, estimateTokens) + ofTools;
  }

  complete(): Promise<string> {
    return Promise.reject(new Error('only streams'));
  }

  estimateTokens(text: string): number {
    return estimateTokens(text);
  }

  async #summarise(behaviour: SummaryBehaviour): Promise<string | readonly (readonly [string, object])[]> {
    switch (behaviour) {
      case 'empty':
        return '   ';
      case 'longer':
        return 'And then this was said again. '.repeat(5_000);
      case 'calls':
        return [['look', {}]];
      case 'fails':
        throw new LLMConnectionError('The server is down.', {});
      case 'hangs':
        this.#onHang();
        return new Promise(() => undefined);
      default:
        return `Task: the person asked. Summary number ${this.summaries.length}.`;
    }
  }
}
