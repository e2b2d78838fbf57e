import type { LLMAdapter } from '../protocol/llm.js';
import { DEFAULT_CONTEXT_WINDOW, getOutputBudget } from './output-budget.js';

// Longer replies are rare, and one that is cut off can be continued. Units: tokens.
const USUAL_REPLY = 16_000;

// A reply of a quarter leaves a small window enough for a question. Shape: a share of the window.
const MOST_OF_WINDOW_FOR_REPLY = 0.25;

/** How much of a model's window a conversation may take. Units: tokens; `Infinity` for a model without a limit. */
export interface WindowLimits {
  readonly windowTokens: number;
  /** Whether the window is unknown, and was assumed. */
  readonly isAssumed: boolean;
  /** The most that a request may have, so that there is room for the reply. */
  readonly requestTokens: number;
  /** A request with more is made shorter first, so that there is also room for a result of a tool. */
  readonly fullTokens: number;
}

export function getWindowLimits(adapter: LLMAdapter): WindowLimits {
  const { contextWindow, maxOutputTokens = USUAL_REPLY } = adapter;
  const windowTokens = contextWindow ?? DEFAULT_CONTEXT_WINDOW;
  const isAssumed = contextWindow === undefined;
  if (windowTokens === Infinity)
    return { windowTokens, isAssumed, requestTokens: Infinity, fullTokens: Infinity };
  const reply = Math.min(maxOutputTokens, USUAL_REPLY, windowTokens * MOST_OF_WINDOW_FOR_REPLY);
  const requestTokens = Math.floor(windowTokens - reply);
  return {
    windowTokens,
    isAssumed,
    requestTokens,
    fullTokens: Math.max(0, requestTokens - getOutputBudget(adapter).maxTokens),
  };
}
