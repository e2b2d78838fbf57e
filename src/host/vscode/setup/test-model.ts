import { LLMResponseError } from '../../../actors/protocol/errors.js';
import type { LLMAdapter, ModelDelta } from '../../../actors/protocol/llm.js';
import { SETUP_TEXTS } from '../words/command-words.js';

// A stream of usage and an end is what a server sends when its model is broken.
const WORDS: ReadonlySet<ModelDelta['type']> = new Set(['text', 'reasoning', 'toolCall']);

/**
 * Asks a model one short question, and resolves as soon as it begins to answer. The rest of the answer is cancelled. No
 * limit of tokens is set: some models refuse one that leaves no room for reasoning.
 * Errors: those of the adapter; `LLMResponseError` when the model says nothing.
 */
export async function testModel(adapter: LLMAdapter, signal: AbortSignal): Promise<void> {
  const answer = adapter.streamComplete([{ role: 'user', content: 'Reply with the word OK.' }], { signal });
  for await (const { type } of answer) if (WORDS.has(type)) return;
  throw new LLMResponseError(SETUP_TEXTS.saidNothing, { problem: 'empty' });
}
