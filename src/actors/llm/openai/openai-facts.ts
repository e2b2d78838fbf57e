import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { Effort, ModelInfo, ModelPrices } from '../../protocol/llm.js';

/** What is known of one model. Units: tokens. */
interface Facts {
  readonly window: number;
  readonly longestAnswer: number;
  /** Absent: not known. A model without a price for cached input would look much dearer than it is. */
  readonly prices?: ModelPrices;
  /** Absent: it does not reason. */
  readonly efforts?: readonly Effort[];
}

// All models since GPT-5.4 except the small ones. Units: tokens.
const LARGE = { window: 1_050_000, longestAnswer: 128_000 };
const MEDIUM = { window: 400_000, longestAnswer: 128_000 };

// From here on a request costs more, all of it. Units: tokens.
const LONG_REQUEST = 272_000;

const LOW_TO_MAX = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
const NONE_TO_MAX = ['none', ...LOW_TO_MAX] as const;
const NONE_TO_XHIGH = ['none', 'low', 'medium', 'high', 'xhigh'] as const;
const MINIMAL_TO_HIGH = ['minimal', 'low', 'medium', 'high'] as const;

// By name; a date behind the name changes nothing. Prices that are not published for all kinds of tokens, or change while
// this is written, are left out. Source: developers.openai.com/api/docs/models and /pricing, November 2026.
const MODELS: Readonly<Record<string, Facts>> = {
  'gpt-6.2-astra': { ...LARGE, efforts: LOW_TO_MAX },
  'gpt-6.2-sol': { ...LARGE, prices: rising(2, 0.1, 10, 2.5), efforts: LOW_TO_MAX },
  'gpt-6.1-sol': { ...LARGE, prices: rising(2, 0.1, 10, 2.5), efforts: LOW_TO_MAX },
  'gpt-6.1-terra': { ...LARGE, efforts: NONE_TO_MAX },
  'gpt-6-astra': { ...LARGE, prices: rising(10, 1, 50, 12.5), efforts: LOW_TO_MAX },
  'gpt-6-sol': { ...LARGE, efforts: NONE_TO_MAX },
  'gpt-6-luna': { ...LARGE, prices: rising(0.1, 0.01, 0.5, 0.125), efforts: NONE_TO_MAX },
  'gpt-5.6-sol': { ...LARGE, efforts: NONE_TO_MAX },
  'gpt-5.6-terra': { ...LARGE, prices: rising(2, 0.2, 12, 2.5), efforts: NONE_TO_MAX },
  'gpt-5.6-luna': { ...LARGE, prices: rising(0.2, 0.02, 1.2, 0.25), efforts: NONE_TO_MAX },
  'gpt-5.5': { ...LARGE, prices: rising(5, 0.5, 30), efforts: NONE_TO_XHIGH },
  'gpt-5.4': { ...LARGE, prices: rising(2.5, 0.25, 15), efforts: NONE_TO_XHIGH },
  'gpt-5.4-mini': { ...MEDIUM, prices: flat(0.75, 0.075, 4.5), efforts: NONE_TO_XHIGH },
  'gpt-5.4-nano': { ...MEDIUM, prices: flat(0.2, 0.02, 1.25), efforts: NONE_TO_XHIGH },
  'gpt-5.2': { ...MEDIUM, prices: flat(1.75, 0.175, 14), efforts: NONE_TO_XHIGH },
  'gpt-5.1': { ...MEDIUM, prices: flat(1.25, 0.125, 10), efforts: ['none', 'low', 'medium', 'high'] },
  'gpt-5': { ...MEDIUM, prices: flat(1.25, 0.125, 10), efforts: MINIMAL_TO_HIGH },
  'gpt-5-mini': { ...MEDIUM, prices: flat(0.25, 0.025, 2), efforts: MINIMAL_TO_HIGH },
  'gpt-5-nano': { ...MEDIUM, prices: flat(0.05, 0.005, 0.4), efforts: MINIMAL_TO_HIGH },
  o3: {
    window: 200_000,
    longestAnswer: 100_000,
    prices: flat(2, 0.5, 8),
    efforts: ['low', 'medium', 'high'],
  },
  'o4-mini': {
    window: 200_000,
    longestAnswer: 100_000,
    prices: flat(1.1, 0.275, 4.4),
    efforts: ['low', 'medium', 'high'],
  },
  'gpt-4.1': { window: 1_047_576, longestAnswer: 32_768, prices: flat(2, 0.5, 8) },
  'gpt-4.1-mini': { window: 1_047_576, longestAnswer: 32_768, prices: flat(0.4, 0.1, 1.6) },
  'gpt-4.1-nano': { window: 1_047_576, longestAnswer: 32_768, prices: flat(0.1, 0.025, 0.4) },
  'gpt-4o': { window: 128_000, longestAnswer: 16_384, prices: flat(2.5, 1.25, 10) },
  'gpt-4o-mini': { window: 128_000, longestAnswer: 16_384, prices: flat(0.15, 0.075, 0.6) },
};

/** The limits and prices of a model at OpenAI; nothing of a model that is not known here. */
export function openaiFacts(model: string): ModelInfo {
  const name = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  const facts = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined;
  if (facts === undefined) return {};
  const { window, longestAnswer, prices, efforts } = facts;
  const reasoning = efforts === undefined ? { reasoning: false } : { reasoning: true, efforts };
  return {
    contextWindow: window,
    maxOutputTokens: longestAnswer,
    ...omitUndefined({ prices }),
    capabilities: { tools: true, images: true, ...reasoning },
  };
}

/** Prices that are the same for a request of any length. `cacheWrite`: absent where writing to the cache is not charged apart. */
function flat(input: number, cachedInput: number, output: number, cacheWrite?: number): ModelPrices {
  return { input, cachedInput, output, ...omitUndefined({ cacheWrite }) };
}

/** Prices of a model that charges a long request twice for its input, and half as much again for its output. */
function rising(...prices: Parameters<typeof flat>): ModelPrices {
  const [input, cachedInput, output, cacheWrite] = prices;
  const long = flat(
    2 * input,
    2 * cachedInput,
    1.5 * output,
    cacheWrite === undefined ? undefined : 2 * cacheWrite,
  );
  return { ...flat(...prices), long: { ...long, overTokens: LONG_REQUEST } };
}
