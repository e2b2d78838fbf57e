import { expect, test } from 'vitest';
import type { ModelInfo } from '../../../src/actors/protocol/llm.js';
import { getOutputBudget } from '../../../src/actors/context/output-budget.js';
import { PlayedModel } from '../../doubles/played-model.js';

const budgetOf = (info: ModelInfo): number =>
  getOutputBudget(Object.assign(new PlayedModel([]), info)).maxTokens;

test.each<[string, ModelInfo, number]>([
  ['128,000 tokens, where none is known', { contextWindow: undefined }, 25_600],
  ['what is known', { contextWindow: 10_000 }, 2_000],
  ['what the longest answer leaves', { contextWindow: 400_000, maxOutputTokens: 128_000 }, 54_400],
  ['half, where an answer may fill it', { contextWindow: 10_000, maxOutputTokens: 10_000 }, 1_000],
  ['no end', { contextWindow: Infinity, maxOutputTokens: 8_000 }, Infinity],
])('a tool result may take a fifth of the window: %s', (_, info, expected) => {
  expect(budgetOf(info)).toBe(expected);
});
