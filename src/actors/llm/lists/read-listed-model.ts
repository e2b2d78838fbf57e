import { isRecord, readString } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import { type Effort, EFFORTS, type ListedModel, type ModelPrices } from '../../protocol/llm.js';

// A longer name is none that a person could choose. Units: UTF-16 units.
const MAX_NAME_CHARS = 300;

// No window and no answer is longer. Units: tokens.
const MOST_TOKENS = 1_000_000_000;

// Dollars for one token become dollars for a million.
const MILLION = 1_000_000;

// The digits that a price for a million tokens has at most: the product of two fractions has more.
const PRICE_DIGITS = 9;

/**
 * A model as an item of the list at `/models` describes it; `undefined` when it has no name. Reads what each of these
 * servers says in words of its own, and nothing that has another form.
 * Source: https://openrouter.ai/docs/models; https://platform.claude.com/docs/en/api/models;
 * https://docs.mistral.ai/api; https://console.groq.com/docs/models; vLLM and llama.cpp in their own code.
 */
export function readListedModel(item: unknown): ListedModel | undefined {
  if (!isRecord(item)) return undefined;
  const id = readName(item.id);
  if (id === undefined) return undefined;
  const title = readName(item.display_name) ?? readName(item.name);
  const provided = isRecord(item.top_provider) ? item.top_provider : {};
  const meta = isRecord(item.meta) ? item.meta : {};
  const contextWindow =
    // The smaller of the two holds where OpenRouter's first server offers less than the model could have.
    least(readTokens(item.context_length), readTokens(provided.context_length)) ??
    readTokens(item.max_input_tokens) ??
    readTokens(item.max_model_len) ??
    readTokens(item.context_window) ??
    readTokens(item.max_context_length) ??
    readTokens(meta.n_ctx);
  const maxOutputTokens =
    readTokens(provided.max_completion_tokens) ??
    readTokens(item.max_completion_tokens) ??
    readTokens(item.max_tokens);
  const largestWindow = contextWindow === undefined ? readTokens(meta.n_ctx_train) : undefined;
  const prices = readPrices(item.pricing);
  const capabilities = readCapabilities(item);
  return {
    id,
    ...(title === undefined || title === id ? {} : { title }),
    ...omitUndefined({ contextWindow, largestWindow, maxOutputTokens, prices, capabilities }),
  };
}

/** The name of a model; `undefined` for what cannot be one. */
export function readName(value: unknown): string | undefined {
  const name = readString(value)?.trim();
  return name === undefined || name === '' || name.length > MAX_NAME_CHARS ? undefined : name;
}

/** A number of tokens; `undefined` for what cannot be one. */
export function readTokens(value: unknown): number | undefined {
  const isCount = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_TOKENS;
  return isCount ? value : undefined;
}

/** OpenRouter's prices, as text in US dollars for one token. -1 stands for a price that depends. */
function readPrices(pricing: unknown): ModelPrices | undefined {
  if (!isRecord(pricing)) return undefined;
  const input = readPrice(pricing.prompt);
  const output = readPrice(pricing.completion);
  if (input === undefined || output === undefined) return undefined;
  // What each request costs beside its tokens would be missing from every cost.
  if ((readPrice(pricing.request) ?? 0) > 0) return undefined;
  const cachedInput = readPrice(pricing.input_cache_read);
  const cacheWrite = readPrice(pricing.input_cache_write);
  return {
    input,
    ...omitUndefined({ cachedInput, cacheWrite }),
    output,
  };
}

function readPrice(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d*\.?\d+(?:e-?\d+)?$/i.test(value)) return undefined;
  return Number((Number(value) * MILLION).toFixed(PRICE_DIGITS));
}

function readCapabilities(item: Record<string, unknown>): ListedModel['capabilities'] {
  // Mistral and Anthropic: what the model can do; OpenRouter: the parameters that requests may have.
  const can = isRecord(item.capabilities) ? item.capabilities : {};
  const takes = Array.isArray(item.supported_parameters) ? item.supported_parameters : undefined;
  const inputs = isRecord(item.architecture) ? item.architecture.input_modalities : undefined;
  const tools = takes?.includes('tools') ?? readFlag(can.function_calling);
  const images = Array.isArray(inputs)
    ? inputs.includes('image')
    : (readFlag(can.vision) ?? readFlag(can.image_input));
  const reasoning = takes?.includes('reasoning') ?? readFlag(can.thinking) ?? readFlag(can.reasoning);
  const efforts = readEfforts(can.effort);
  if (tools === undefined && images === undefined && reasoning === undefined && efforts === undefined)
    return undefined;
  return omitUndefined({ tools, images, reasoning, efforts });
}

/** A capability: a boolean, or Anthropic's object around it. */
function readFlag(value: unknown): boolean | undefined {
  const flag = isRecord(value) ? value.supported : value;
  return typeof flag === 'boolean' ? flag : undefined;
}

/** The efforts that Anthropic lists; `undefined` where a model knows none by name. */
function readEfforts(value: unknown): readonly Effort[] | undefined {
  if (!isRecord(value) || readFlag(value) !== true) return undefined;
  const efforts = EFFORTS.filter((effort) => readFlag(value[effort]) === true);
  return efforts.length === 0 ? undefined : efforts;
}

function least(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
