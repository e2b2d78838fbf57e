import { isRecord } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { CacheMiss, Usage } from '../../protocol/llm.js';

/**
 * The usage of a response; `undefined` when the server reports none. `diagnostics`: how the request differs from the one
 * before it.
 */
export function findResponseUsage(usage: unknown, diagnostics?: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const inputTokens = readCount(usage.input_tokens);
  const outputTokens = readCount(usage.output_tokens);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const ofInput = isRecord(usage.input_tokens_details) ? usage.input_tokens_details : {};
  const ofOutput = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
  const cachedTokens = readCount(ofInput.cached_tokens);
  const cacheWriteTokens = readCount(ofInput.cache_write_tokens);
  const reasoningTokens = readCount(ofOutput.reasoning_tokens);
  const cacheMiss = readCacheMiss(diagnostics);
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens === undefined ? {} : { cachedTokens: Math.min(cachedTokens, inputTokens) }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens: Math.min(cacheWriteTokens, inputTokens) }),
    ...omitUndefined({ reasoningTokens, cacheMiss }),
  };
}

const CHANGES: ReadonlyMap<unknown, CacheMiss['changed']> = new Map([
  ['model_changed', 'model'],
  ['tools_changed', 'tools'],
  ['reasoning_effort_changed', 'effort'],
  ['input_changed', 'messages'],
  ['context_compacted', 'messages'],
  ['prompt_cache_key_changed', 'settings'],
  ['service_tier_changed', 'settings'],
  ['text_format_changed', 'settings'],
  ['verbosity_changed', 'settings'],
]);

/** Source: https://developers.openai.com/api/docs/guides/prompt-caching/diagnostics */
function readCacheMiss(diagnostics: unknown): CacheMiss | undefined {
  if (!isRecord(diagnostics) || diagnostics.type !== 'cache_miss') return undefined;
  const changed = CHANGES.get(diagnostics.reason);
  if (changed === undefined) return undefined;
  const tokens = readCount(diagnostics.cache_missed_tokens);
  return { changed, ...omitUndefined({ tokens }) };
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
