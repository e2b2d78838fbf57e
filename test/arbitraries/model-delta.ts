import * as fc from 'fast-check';
import type { ModelDelta } from '../../src/actors/protocol/llm.js';

/** Any delta but the one that ends a turn. */
export const anyDelta: fc.Arbitrary<ModelDelta> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'grapheme' }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reasoning' as const), text: fc.string() }) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        type: fc.constant('toolCall' as const),
        index: fc.nat({ max: 3 }),
        id: fc.string(),
        name: fc.constantFrom('ls_dir', 'read_file'),
        arguments: fc.string(),
      },
      { requiredKeys: ['type', 'index'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ type: 'usage' as const, usage: { inputTokens: 1, outputTokens: 2 } }),
  },
);
