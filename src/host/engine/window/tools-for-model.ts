import type { LLMAdapter } from '../../../actors/protocol/llm.js';
import type { Tool } from '../../../actors/protocol/tool.js';

/** The tools that work with a model: not those that need what its provider has not. */
export function toolsForModel(tools: readonly Tool[], adapter: LLMAdapter): readonly Tool[] {
  return tools.filter(({ needs }) => needs === undefined || adapter.searchWeb !== undefined);
}
