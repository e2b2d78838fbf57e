import type { LLMAdapter } from '../protocol/llm.js';
import type { OutputBudget } from '../protocol/tool.js';

// What a model is taken to have while nobody has said what it has: most hosted ones have more. Units: tokens.
const DEFAULT_CONTEXT_WINDOW = 128_000;

// Some calls are made together and some results must be there still when the next ones come: one that takes a fifth
// leaves room for both.
const SHARE_OF_WINDOW = 0.2;

/** What one result of a tool may take of a model's window. */
export function budgetFor(adapter: LLMAdapter): OutputBudget {
  const window = adapter.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
  return {
    maxTokens: Math.floor(window * SHARE_OF_WINDOW),
    estimateTokens: (text) => adapter.estimateTokens(text),
  };
}
