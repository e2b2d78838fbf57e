import { z } from 'zod';
import { EFFORTS } from '../../actors/protocol/llm.js';

const price = z.number().nonnegative();

const tokens = z.number().int().positive();

const prices = z.strictObject({
  input: price,
  cachedInput: price.optional(),
  cacheWrite: price.optional(),
  output: price,
});

const effort = z.enum(EFFORTS);

/** The form of what a file says of one model. */
export const modelInfo = z.strictObject({
  contextWindow: tokens.optional(),
  maxOutputTokens: tokens.optional(),
  prices: prices.extend({ long: prices.extend({ overTokens: tokens }).optional() }).optional(),
  capabilities: z
    .strictObject({
      tools: z.boolean().optional(),
      images: z.boolean().optional(),
      reasoning: z.boolean().optional(),
      efforts: z.array(effort).optional(),
    })
    .optional(),
  effort: effort.optional(),
});
