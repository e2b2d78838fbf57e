import { isRecord } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { Usage } from '../../protocol/llm.js';

/**
 * The usage in a chunk: OpenAI puts it into the chunk, Groq into an object of its own beside that, Moonshot into the
 * choice.
 */
export function findUsage(chunk: Record<string, unknown>, choice: unknown): Usage | undefined {
  const groq = isRecord(chunk.x_groq) ? chunk.x_groq.usage : undefined;
  return readUsage(chunk.usage) ?? readUsage(groq) ?? readUsage(isRecord(choice) ? choice.usage : undefined);
}

function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const inputTokens = readCount(usage.prompt_tokens);
  const completionTokens = readCount(usage.completion_tokens);
  if (inputTokens === undefined || completionTokens === undefined) return undefined;
  const ofInput = isRecord(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const ofOutput = isRecord(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  // OpenAI and most others; then DeepSeek, Moonshot, and LiteLLM for Anthropic.
  const cachedTokens =
    readCount(ofInput.cached_tokens) ??
    readCount(usage.prompt_cache_hit_tokens) ??
    readCount(usage.cached_tokens) ??
    readCount(usage.cache_read_input_tokens);
  // OpenRouter; then LiteLLM for Anthropic.
  const cacheWriteTokens =
    readCount(ofInput.cache_write_tokens) ?? readCount(usage.cache_creation_input_tokens);
  const reasoningTokens = readCount(ofOutput.reasoning_tokens);
  // xAI counts reasoning beside the completion and not as a part of it, as its total shows.
  const isApart =
    reasoningTokens !== undefined &&
    readCount(usage.total_tokens) === inputTokens + completionTokens + reasoningTokens;
  return {
    inputTokens,
    outputTokens: completionTokens + (isApart ? reasoningTokens : 0),
    ...(cachedTokens === undefined ? {} : { cachedTokens: Math.min(cachedTokens, inputTokens) }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens: Math.min(cacheWriteTokens, inputTokens) }),
    ...omitUndefined({ reasoningTokens }),
  };
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
