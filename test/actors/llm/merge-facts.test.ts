import { describe, expect, test } from 'vitest';
import { anthropicFacts } from '../../../src/actors/llm/anthropic/anthropic-facts.js';
import { anthropicProvider } from '../../../src/actors/llm/anthropic/anthropic.js';
import { mergeFacts } from '../../../src/actors/llm/merge-facts.js';
import { openaiFacts } from '../../../src/actors/llm/openai/openai-facts.js';
import { openaiProvider } from '../../../src/actors/llm/openai/openai.js';
import { priceOf } from '../../../src/actors/llm/price-of.js';

test('a fact comes from the first source that knows it, a capability as well', () => {
  const merged = mergeFacts(
    { contextWindow: undefined, prices: { input: 1, output: 2 }, capabilities: { tools: false } },
    { contextWindow: 10, capabilities: { tools: true, images: true } },
    { contextWindow: 20, maxOutputTokens: 5, prices: { input: 9, cachedInput: 9, output: 9 }, effort: 'low' },
  );
  expect(merged).toEqual({
    contextWindow: 10,
    maxOutputTokens: 5,
    prices: { input: 1, output: 2 },
    effort: 'low',
    capabilities: { tools: false, images: true },
  });
  expect(mergeFacts({}, {})).toEqual({});
});

describe('an adapter', () => {
  test('takes what the person says, then what the server lists, then what Troupe knows', () => {
    const { contextWindow, maxOutputTokens, prices, capabilities } = anthropicProvider.createAdapter({
      provider: 'anthropic',
      model: 'claude-sonnet-4-6',
      contextWindow: 500_000,
      capabilities: { images: false },
      listed: { contextWindow: 700_000, maxOutputTokens: 96_000, capabilities: { images: true } },
    });
    expect({ contextWindow, maxOutputTokens, prices, capabilities }).toEqual({
      contextWindow: 500_000,
      maxOutputTokens: 96_000,
      prices: { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 },
      capabilities: {
        tools: true,
        images: false,
        reasoning: true,
        efforts: ['low', 'medium', 'high', 'max'],
      },
    });
  });

  test('knows nothing of a model of the same name at another server but what that one lists', () => {
    const { contextWindow, prices } = openaiProvider.createAdapter({
      provider: 'proxy',
      model: 'gpt-5.2',
      baseUrl: 'https://models.example/v1',
      listed: { contextWindow: 64_000 },
    });
    expect({ contextWindow, prices }).toEqual({ contextWindow: 64_000, prices: undefined });
  });
});

describe('what Troupe knows', () => {
  test.each([
    ['gpt-6.2-sol', 1_050_000, 128_000],
    ['gpt-5.2-2025-12-11', 400_000, 128_000],
    ['gpt-4.1-nano', 1_047_576, 32_768],
  ])('of %s at OpenAI holds whatever its date', (name, contextWindow, maxOutputTokens) => {
    expect(openaiFacts(name)).toMatchObject({ contextWindow, maxOutputTokens });
  });

  test.each([
    ['claude-opus-5-5', 4, 20, 1_000_000],
    ['claude-opus-5', 5, 25, 1_000_000],
    ['claude-opus-5-20260724', 5, 25, 1_000_000],
    ['claude-opus-4-5-20251101', 5, 25, 200_000],
    ['claude-opus-4-20250514', 15, 75, 200_000],
    ['claude-sonnet-5-5', 2, 10, 1_000_000],
    ['claude-sonnet-4-5', 3, 15, 200_000],
    ['claude-haiku-4-5-20251001', 1, 5, 200_000],
    ['claude-fable-5', 10, 50, 1_000_000],
  ])('of %s at Anthropic holds whatever its date', (name, input, output, contextWindow) => {
    expect(anthropicFacts(name)).toMatchObject({ contextWindow, prices: { input, output } });
  });

  test.each(['gpt-7', 'constructor', 'gpt-5-search', ''])('of %j at OpenAI is nothing', (name) => {
    expect(openaiFacts(name)).toEqual({});
  });

  test.each(['claude-9', 'claude-opus-50', 'claude-opus-4-55', 'claude-sonnet-5-6', ''])(
    'of %j at Anthropic is nothing',
    (name) => {
      expect(anthropicFacts(name)).toEqual({});
    },
  );

  test.each([
    [anthropicFacts('claude-haiku-5-5'), 100_000, 0.1, 0.5],
    [openaiFacts('gpt-6.1-sol'), 272_000, 2, 4],
  ])('of a model that charges long requests more is in their cost', ({ prices }, most, below, above) => {
    const costOf = (inputTokens: number): number =>
      prices === undefined ? NaN : priceOf({ inputTokens, outputTokens: 0 }, prices);
    expect(costOf(most)).toBeCloseTo((most * below) / 1_000_000, 9);
    expect(costOf(most + 1)).toBeCloseTo(((most + 1) * above) / 1_000_000, 9);
  });
});
