import { expect, test } from 'vitest';
import { describeCacheMisses } from '../../../../src/host/cli/draw/describe-cache-misses.js';

test('describeCacheMisses names each reason once, with the tokens that it cost where they are known', () => {
  expect(describeCacheMisses([{ changed: 'tools', tokens: 9_000 }])).toBe(
    '1 request was not in it as far as expected: the tools were others (9,000 tokens)',
  );
  expect(
    describeCacheMisses([
      { changed: 'messages', tokens: 1_000 },
      { changed: 'model' },
      { changed: 'messages', tokens: 2_000 },
    ]),
  ).toBe(
    '3 requests were not in it as far as expected: the conversation was another one (3,000 tokens), another model was asked',
  );
});
