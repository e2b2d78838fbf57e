import { isRecord } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { CacheMiss, ModelDelta } from '../../protocol/llm.js';

/**
 * Joins what a message reports of its usage: the input with its beginning, the output with its end. Anthropic counts what
 * is read from the cache and written to it beside the rest of the input.
 */
export class UsageReader {
  readonly #counts: { [name in Count]?: number | undefined } = {};
  #cacheMiss: CacheMiss | undefined;

  /**
   * The usage as far as it is known; nothing when the server has reported none. `diagnostics`: how the request differs
   * from the one before it.
   */
  read(usage: unknown, diagnostics?: unknown): readonly ModelDelta[] {
    this.#cacheMiss ??= readCacheMiss(diagnostics);
    if (!isRecord(usage)) return [];
    for (const name of COUNTS) this.#counts[name] = most(readCount(usage[name]), this.#counts[name]);
    const details = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
    this.#counts.thinking_tokens = most(readCount(details.thinking_tokens), this.#counts.thinking_tokens);
    const {
      input_tokens: input,
      output_tokens: output,
      cache_read_input_tokens: cachedTokens,
      cache_creation_input_tokens: cacheWriteTokens,
      thinking_tokens: reasoningTokens,
    } = this.#counts;
    if (input === undefined || output === undefined) return [];
    return [
      {
        type: 'usage',
        usage: {
          inputTokens: input + (cachedTokens ?? 0) + (cacheWriteTokens ?? 0),
          outputTokens: output,
          ...omitUndefined({ cachedTokens, cacheWriteTokens, reasoningTokens, cacheMiss: this.#cacheMiss }),
        },
      },
    ];
  }
}

const COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

type Count = (typeof COUNTS)[number] | 'thinking_tokens';

/** Later counts are totals; a server that has nothing to say of one may send 0. */
function most(later: number | undefined, earlier: number | undefined): number | undefined {
  return later === undefined || earlier === undefined ? (later ?? earlier) : Math.max(later, earlier);
}

const CHANGES: ReadonlyMap<unknown, CacheMiss['changed']> = new Map([
  ['model_changed', 'model'],
  ['system_changed', 'system'],
  ['tools_changed', 'tools'],
  ['messages_changed', 'messages'],
]);

/** Source: https://platform.claude.com/docs/en/build-with-claude/cache-diagnostics */
function readCacheMiss(diagnostics: unknown): CacheMiss | undefined {
  const reason = isRecord(diagnostics) ? diagnostics.cache_miss_reason : undefined;
  const changed = isRecord(reason) ? CHANGES.get(reason.type) : undefined;
  // The others say that the server could not compare.
  if (!isRecord(reason) || changed === undefined) return undefined;
  const tokens = readCount(reason.cache_missed_input_tokens);
  return { changed, ...omitUndefined({ tokens }) };
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
