import { modelName } from '../../actors/llm/model-name.js';
import { LLMConnectionError, LLMRateLimitError } from '../../actors/protocol/errors.js';
import type { LLMAdapter, ModelReply } from '../../actors/protocol/llm.js';
import { askInWindow, type AskInWindowOptions } from './window/ask-in-window.js';
import { RequestWindow, type WindowOptions } from './window/request-window.js';

interface TurnModelOptions extends WindowOptions {
  /** The model that goes on when `adapter` cannot be reached. Default: none. */
  readonly fallback?: LLMAdapter | undefined;
  /** Resolves once everything recorded so far is stored. Errors: `ThreadStoreError`. */
  readonly stored: () => Promise<void>;
}

/**
 * The model of one turn: the chosen one, and from the request on for which all tries have failed to reach it, the fallback.
 * A request is made again as a whole, for its answer was not used; calls of tools are made once, by whichever model.
 */
export class TurnModel {
  readonly #options: TurnModelOptions;
  #fallback: LLMAdapter | undefined;
  #window: RequestWindow;

  constructor(options: TurnModelOptions) {
    this.#options = options;
    this.#fallback = options.fallback;
    this.#window = new RequestWindow(options);
  }

  /** The one that is asked next. */
  get adapter(): LLMAdapter {
    return this.#window.adapter;
  }

  /** Makes the next request. `onRetry` tells when the fallback goes on. Errors: those of `askInWindow` and `stored`. */
  async ask(options: AskInWindowOptions): Promise<ModelReply> {
    const reply = await askInWindow(this.#window, options);
    const next = this.#fallback;
    if (next === undefined || !isUnreachable(reply)) return reply;
    this.#fallback = undefined;
    this.#window = new RequestWindow({ ...this.#options, adapter: next });
    options.onRetry?.({
      attempt: 1,
      maxAttempts: 1,
      waitMs: 0,
      reason: reply.error?.message ?? '',
      model: modelName(next),
    });
    await this.#options.stored();
    return addCost(await askInWindow(this.#window, options), reply);
  }
}

/** Whether the model has failed in a way that another one may not: it is down, or has too much to do. */
function isUnreachable({ stop, error }: ModelReply): boolean {
  return stop === 'failed' && (error instanceof LLMConnectionError || error instanceof LLMRateLimitError);
}

/** The reply with what the failed tries before it cost as well. */
function addCost(reply: ModelReply, { costUsd, estimated }: ModelReply): ModelReply {
  const { estimated: own = { tokens: 0, costUsd: 0 } } = reply;
  return {
    ...reply,
    ...(costUsd === undefined ? {} : { costUsd: costUsd + (reply.costUsd ?? 0) }),
    ...(estimated === undefined
      ? {}
      : {
          estimated: {
            tokens: estimated.tokens + own.tokens,
            costUsd: estimated.costUsd + own.costUsd,
          },
        }),
  };
}
