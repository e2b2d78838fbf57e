import type { LLMAdapter } from '../protocol/llm.js';
import type { OutputBudget } from '../protocol/tool.js';

// The assumed window of a model that names none: most hosted models have more. Units: tokens.
export const DEFAULT_CONTEXT_WINDOW = 128_000;

// Some models may answer with as many tokens as their window holds, but then there would be no room for a question.
const MIN_SHARE_OF_INPUT = 0.5;

// Several calls may run in one turn, and some results must still fit when the next ones arrive: a fifth for each
// leaves room for both.
const SHARE_OF_RESULT = 0.2;

// A message is never cut later, and the work on it needs most of the window.
const SHARE_OF_ATTACHMENTS = 0.25;

/** How much of a model's window one tool result may take; the longest answer keeps its room in it. */
export function getOutputBudget(adapter: LLMAdapter): OutputBudget {
  return shareOf(adapter, SHARE_OF_RESULT);
}

/** How much of a model's window all attachments of one message may take. */
export function getAttachmentBudget(adapter: LLMAdapter): OutputBudget {
  return shareOf(adapter, SHARE_OF_ATTACHMENTS);
}

function shareOf(adapter: LLMAdapter, share: number): OutputBudget {
  const { contextWindow = DEFAULT_CONTEXT_WINDOW, maxOutputTokens = 0 } = adapter;
  const inputTokens = Math.max(contextWindow - maxOutputTokens, contextWindow * MIN_SHARE_OF_INPUT);
  return {
    maxTokens: Math.floor(inputTokens * share),
    estimateTokens: (text) => adapter.estimateTokens(text),
  };
}
