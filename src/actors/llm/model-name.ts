import type { LLMAdapter } from '../protocol/llm.js';

/** The name by which a person chooses a model. Shape: `provider/model`. */
export function modelName({ provider, model }: Pick<LLMAdapter, 'provider' | 'model'>): string {
  return `${provider}/${model}`;
}
