import type { LLMAdapter } from '../protocol/llm.js';
import type { OutputBudget } from '../protocol/tool.js';

// The assumed window of a model that names none: most hosted models have more. Units: tokens.
const DEFAULT_CONTEXT_WINDOW = 128_000;

// Several calls may run in one turn, and some results must still fit when the next ones arrive: a fifth for each
// leaves room for both.
const SHARE_OF_WINDOW = 0.2;

// A message is never cut later, and the work on it needs most of the window.
const SHARE_OF_ATTACHMENTS = 0.25;

/** How much of a model's window one tool result may take. */
export function getOutputBudget(adapter: LLMAdapter): OutputBudget {
  return shareOf(adapter, SHARE_OF_WINDOW);
}

/** How much of a model's window all attachments of one message may take. */
export function getAttachmentBudget(adapter: LLMAdapter): OutputBudget {
  return shareOf(adapter, SHARE_OF_ATTACHMENTS);
}

function shareOf(adapter: LLMAdapter, share: number): OutputBudget {
  const window = adapter.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
  return {
    maxTokens: Math.floor(window * share),
    estimateTokens: (text) => adapter.estimateTokens(text),
  };
}
