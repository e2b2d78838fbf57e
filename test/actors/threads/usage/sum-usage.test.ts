import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Usage } from '../../../../src/actors/protocol/llm.js';
import type { ThreadEntry } from '../../../../src/actors/protocol/thread.js';
import { sumUsage } from '../../../../src/actors/threads/usage/sum-usage.js';

const place = { id: 'e', parent: null, seq: 0, at: 0, turn: 't' };
const began = (model: string): ThreadEntry =>
  ({ ...place, kind: 'turn_began', mode: 'agent', model, limits: {} }) as unknown as ThreadEntry;
const reply = (usage: Usage, costUsd?: number): ThreadEntry =>
  ({
    ...place,
    kind: 'reply',
    text: '',
    reasoning: '',
    toolCalls: [],
    stop: 'end',
    usage,
    ...(costUsd === undefined ? {} : { costUsd }),
  }) as unknown as ThreadEntry;
const compaction = (usage: Usage, costUsd: number): ThreadEntry =>
  ({ ...place, kind: 'compaction', messages: [], report: { usage, costUsd } }) as unknown as ThreadEntry;

describe('sumUsage', () => {
  test('adds up replies and compactions, by turn and by model, cached and written tokens apart', () => {
    const used = sumUsage([
      began('a/one'),
      reply({ inputTokens: 100, outputTokens: 10, cachedTokens: 60, cacheWriteTokens: 30 }, 0.5),
      began('b/two'),
      compaction({ inputTokens: 40, outputTokens: 4 }, 0.25),
      reply({ inputTokens: 50, outputTokens: 5, cachedTokens: 20 }),
    ]);
    expect(used).toEqual({
      total: {
        requests: 3,
        usage: { inputTokens: 190, outputTokens: 19, cachedTokens: 80, cacheWriteTokens: 30 },
        costUsd: 0.75,
        isPartlyUnpriced: true,
      },
      lastTurn: {
        requests: 2,
        usage: { inputTokens: 90, outputTokens: 9, cachedTokens: 20 },
        costUsd: 0.25,
        isPartlyUnpriced: true,
      },
      models: new Map([
        [
          'a/one',
          {
            requests: 1,
            usage: { inputTokens: 100, outputTokens: 10, cachedTokens: 60, cacheWriteTokens: 30 },
            costUsd: 0.5,
            isPartlyUnpriced: false,
          },
        ],
        [
          'b/two',
          {
            requests: 2,
            usage: { inputTokens: 90, outputTokens: 9, cachedTokens: 20 },
            costUsd: 0.25,
            isPartlyUnpriced: true,
          },
        ],
      ]),
    });
  });

  test('lists why requests were not in a cache', () => {
    const used = { inputTokens: 10, outputTokens: 1 };
    const { total, lastTurn } = sumUsage([
      began('a/one'),
      reply({ ...used, cacheMiss: { changed: 'tools', tokens: 8 } }),
      began('a/one'),
      reply({ ...used, cacheMiss: { changed: 'model' } }),
      reply(used),
    ]);
    expect(total.cacheMisses).toEqual([{ changed: 'tools', tokens: 8 }, { changed: 'model' }]);
    expect(total.usage).toEqual({ inputTokens: 30, outputTokens: 3 });
    expect(lastTurn?.cacheMisses).toEqual([{ changed: 'model' }]);
  });

  test('leaves out requests whose usage was not reported', () => {
    expect(sumUsage([began('a/one'), reply({ inputTokens: 0, outputTokens: 0 })]).total.requests).toBe(0);
    expect(sumUsage([]).lastTurn).toBeUndefined();
  });

  test('adds what failed attempts of a request cost that has no usage itself', () => {
    expect(sumUsage([began('a/one'), reply({ inputTokens: 0, outputTokens: 0 }, 0.5)]).total).toMatchObject({
      requests: 1,
      costUsd: 0.5,
    });
  });

  test('its models add up to the total', () => {
    const usage = fc.record({ inputTokens: fc.nat(1_000), outputTokens: fc.nat(1_000) });
    const entry = fc.oneof(
      fc.constantFrom('a/one', 'b/two', 'c/three').map(began),
      fc.tuple(usage, fc.option(fc.nat(9), { nil: undefined })).map(([used, cost]) => reply(used, cost)),
    );
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { total, models } = sumUsage(entries);
        const sum = (pick: (of: typeof total) => number): number =>
          [...models.values()].reduce((all, one) => all + pick(one), 0);
        expect(sum(({ requests }) => requests)).toBe(total.requests);
        expect(sum((one) => one.usage.inputTokens)).toBe(total.usage.inputTokens);
        expect(sum(({ costUsd = 0 }) => costUsd)).toBe(total.costUsd ?? 0);
      }),
    );
  });
});
