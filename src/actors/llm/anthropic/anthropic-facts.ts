import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { Effort, ModelInfo, ModelPrices } from '../../protocol/llm.js';

/** What the models of one family have in common, whatever the date in their name. Units: tokens. */
interface Family {
  readonly names: RegExp;
  readonly window: number;
  readonly longestAnswer: number;
  /** Absent: not known. */
  readonly prices?: ModelPrices;
  /** Absent: they know no efforts by name, and get a budget for their thinking instead. */
  readonly efforts?: readonly Effort[];
}

// All models since Claude 4.6. Units: tokens.
const LARGE = { window: 1_000_000, longestAnswer: 128_000 };

// What models before Claude 4.6 take, without a header that asks for more. Units: tokens.
const SMALL_WINDOW = 200_000;

const LOW_TO_HIGH = ['low', 'medium', 'high'] as const;
const LOW_TO_MAX = [...LOW_TO_HIGH, 'xhigh', 'max'] as const;

// Prices that are not published for all kinds of tokens are left out.
// Source: platform.claude.com/docs/en/models and /docs/en/about-claude/pricing, November 2026.
const FAMILIES: readonly Family[] = [
  { names: /^claude-fable-5-2(?!\d)/, ...LARGE, efforts: LOW_TO_MAX },
  { names: /^claude-fable-5-1(?!\d)/, ...LARGE, prices: charge(10, 0.25, 50), efforts: LOW_TO_MAX },
  { names: /^claude-fable-5(?:-2\d{7})?$/, ...LARGE, prices: charge(10, 1, 50), efforts: LOW_TO_MAX },
  { names: /^claude-opus-5-5(?!\d)/, ...LARGE, prices: charge(4, 0.2, 20), efforts: LOW_TO_MAX },
  { names: /^claude-opus-5(?:-2\d{7})?$/, ...LARGE, prices: charge(5, 0.5, 25), efforts: LOW_TO_MAX },
  { names: /^claude-opus-4-[78](?!\d)/, ...LARGE, prices: charge(5, 0.5, 25), efforts: LOW_TO_MAX },
  {
    names: /^claude-opus-4-6(?!\d)/,
    ...LARGE,
    prices: charge(5, 0.5, 25),
    efforts: [...LOW_TO_HIGH, 'max'],
  },
  {
    names: /^claude-opus-4-5(?!\d)/,
    window: SMALL_WINDOW,
    longestAnswer: 64_000,
    prices: charge(5, 0.5, 25),
    efforts: LOW_TO_HIGH,
  },
  {
    names: /^claude-opus-4(?:-[01])?(?:-2\d{7})?$/,
    window: SMALL_WINDOW,
    longestAnswer: 32_000,
    prices: charge(15, 1.5, 75),
  },
  { names: /^claude-sonnet-5-5(?!\d)/, ...LARGE, prices: charge(2, 0.1, 10), efforts: LOW_TO_MAX },
  { names: /^claude-sonnet-5(?:-2\d{7})?$/, ...LARGE, prices: charge(2, 0.2, 10), efforts: LOW_TO_MAX },
  {
    names: /^claude-sonnet-4-6(?!\d)/,
    ...LARGE,
    prices: charge(3, 0.3, 15),
    efforts: [...LOW_TO_HIGH, 'max'],
  },
  {
    names: /^claude-sonnet-4(?:-[05])?(?:-2\d{7})?$/,
    window: SMALL_WINDOW,
    longestAnswer: 64_000,
    prices: charge(3, 0.3, 15),
  },
  {
    names: /^claude-haiku-5-5(?!\d)/,
    ...LARGE,
    // Requests over 100,000 tokens cost five times as much.
    prices: { ...charge(0.1, 0.01, 0.5), long: { ...charge(0.5, 0.05, 2.5), overTokens: 100_000 } },
    efforts: LOW_TO_MAX,
  },
  {
    names: /^claude-haiku-4-5(?!\d)/,
    window: SMALL_WINDOW,
    longestAnswer: 64_000,
    prices: charge(1, 0.1, 5),
  },
];

/** The limits and prices of a model at Anthropic; nothing of a model that is not known here. */
export function anthropicFacts(model: string): ModelInfo {
  const family = FAMILIES.find(({ names }) => names.test(model));
  if (family === undefined) return {};
  const { window, longestAnswer, prices, efforts } = family;
  return {
    contextWindow: window,
    maxOutputTokens: longestAnswer,
    ...omitUndefined({ prices }),
    capabilities: {
      tools: true,
      images: true,
      reasoning: true,
      ...omitUndefined({ efforts }),
    },
  };
}

/** A token that is written to the cache, for five minutes, costs a quarter more than another one. */
function charge(input: number, cachedInput: number, output: number): ModelPrices {
  return { input, cachedInput, cacheWrite: input * 1.25, output };
}
