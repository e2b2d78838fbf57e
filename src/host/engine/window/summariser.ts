import { cutConversation } from '../../../actors/context/cut-conversation.js';
import type { SummaryPlan } from '../../../actors/context/plan-summary.js';
import type { CutText } from '../../../actors/context/shorten-message.js';
import { buildSummaryRequest } from '../../../actors/context/summary-request.js';
import { callModel, type CallModelOptions } from '../../../actors/llm/call-model.js';
import { modelName } from '../../../actors/llm/model-name.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { CompactionReport } from '../../../actors/protocol/llm.js';
import { LLMRequestError } from '../../../actors/protocol/errors.js';
import type { LLMMessage, ModelReply, Usage } from '../../../actors/protocol/llm.js';
import type { RequestHead } from '../../../actors/protocol/thread.js';
import { addUsage, NO_USAGE } from '../../../actors/threads/usage/add-usage.js';
import type { RequestWindow } from './request-window.js';

// A model that was refused, or did something else than to summarise, gets half of the conversation. Shape: a share of
// what a request may have.
const SECOND_TRY = 0.5;

export interface SummaryOptions extends Pick<CallModelOptions, 'clock' | 'random' | 'onRetry'> {
  readonly signal: AbortSignal;
  /** What the person wants to be kept. Default: nothing in particular. */
  readonly instructions?: string;
}

/** Has a model summarise the beginning of its conversation, with at most two tries. */
export class Summariser {
  readonly #window: RequestWindow;
  readonly #head: RequestHead;
  readonly #options: SummaryOptions & { readonly room: number; readonly cut: CutText };
  #usage: Usage = NO_USAGE;
  #costUsd: number | undefined;

  /** `head`: that of the requests before, so that the request for a summary extends them. `room`: the most tokens of it. */
  constructor(
    window: RequestWindow,
    head: RequestHead,
    options: SummaryOptions & { readonly room: number; readonly cut: CutText },
  ) {
    this.#window = window;
    this.#head = head;
    this.#options = options;
  }

  /** What all tries have used, and whose. */
  get spent(): Pick<CompactionReport, 'usage' | 'costUsd' | 'model'> {
    return {
      ...(this.#usage.inputTokens + this.#usage.outputTokens === 0
        ? {}
        : { usage: this.#usage, model: modelName(this.#window.adapter) }),
      ...omitUndefined({ costUsd: this.#costUsd }),
    };
  }

  /**
   * Resolves to what `use` makes of the first summary that it accepts; to `undefined` when there is none.
   * Errors: the reason of the signal.
   */
  async summarise<Value>(
    { older }: SummaryPlan,
    use: (summary: string) => Value | undefined,
  ): Promise<Value | undefined> {
    const { instructions, room, cut } = this.#options;
    const { counter } = this.#window.next();
    const whole = buildSummaryRequest(older, instructions);
    if (counter.ofHead(this.#head) + counter.ofMessages(whole) <= room) {
      const reply = await this.#ask(whole, this.#head.tools);
      const used = isSummary(reply) ? use(reply.text.trim()) : undefined;
      if (used !== undefined || !mayTryAgain(reply)) return used;
    }
    // Without tools the model can only write.
    const around = counter.ofPrompt(this.#head) + counter.ofMessages(whole) - counter.ofMessages(older);
    const { messages } = cutConversation(older, {
      pinned: new Set(),
      maxTokens: room * SECOND_TRY - around,
      estimateTokens: counter.ofText,
      cut,
    });
    if (around + counter.ofMessages(messages) > room) return undefined;
    const reply = await this.#ask(buildSummaryRequest(messages, instructions), []);
    return isSummary(reply) ? use(reply.text.trim()) : undefined;
  }

  async #ask(messages: readonly LLMMessage[], tools: RequestHead['tools']): Promise<ModelReply> {
    const { signal, clock, random, onRetry } = this.#options;
    const system: LLMMessage = { role: 'system', content: this.#head.prompt };
    const reply = await callModel(this.#window.adapter, [system, ...messages], {
      signal,
      clock,
      random,
      ...omitUndefined({ onRetry }),
      ...(tools.length === 0 ? {} : { tools }),
    });
    signal.throwIfAborted();
    this.#usage = addUsage(this.#usage, reply.usage);
    if (reply.costUsd !== undefined) this.#costUsd = (this.#costUsd ?? 0) + reply.costUsd;
    return reply;
  }
}

function isSummary({ stop, text }: ModelReply): boolean {
  return stop === 'end' && text.trim() !== '';
}

/** Whether another request may bring a summary: a server that failed would fail again. */
function mayTryAgain({ stop, error }: ModelReply): boolean {
  if (stop !== 'failed') return true;
  return error instanceof LLMRequestError && error.details.problem === 'context overflow';
}
