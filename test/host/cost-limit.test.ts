import { expect, test } from 'vitest';
import { SettingsError } from '../../src/actors/protocol/errors.js';
import type { ModelPrices } from '../../src/actors/protocol/llm.js';
import { checkCostLimit } from '../../src/host/engine/check-cost-limit.js';
import { collect, makeEngine } from '../doubles/make-engine.js';
import { asksFor, ending, PlayedModel, type PlayedTurn, says, text, usage } from '../doubles/played-model.js';
import { simpleTool } from '../doubles/simple-tool.js';

// A million tokens cost a dollar, whichever they are.
const PRICES: ModelPrices = { input: 1, output: 1 };

class PricedModel extends PlayedModel {
  readonly prices: ModelPrices = PRICES;
}

/** A turn with a tool call that costs this much. */
const spending = (costUsd: number): PlayedTurn =>
  ending(
    'toolCalls',
    usage(costUsd * 900_000, costUsd * 100_000),
    ...asksFor(['look', {}]).deltas.slice(0, -1),
  );

test('a run ends before the next request when its cost reaches the limit, with the amount and its progress', async () => {
  const model = new PricedModel([spending(0.25), spending(0.25), says('Done.')]);
  const { engine } = makeEngine(model, [simpleTool('look')], { limits: { maxCostUsd: 0.5 } });
  expect(await engine.processMessage('Hi', 'agent').result()).toEqual({
    type: 'error',
    name: 'MaxIterationsError',
    code: 'MAX_ITERATIONS',
    message:
      'The run reached its limit of 0.5 US dollars before it had an answer. Set a higher limit, or go on from here with the next message.',
    partial: 'Let me look.\n\nLet me look.',
  });
  expect(model.requests.length).toBe(2);
});

test('an answer that comes with the last of the money is let through, and no request is stopped without a limit', async () => {
  const answer = ending('end', text('Done.'), usage(9_000_000, 0));
  for (const limits of [{ maxCostUsd: 0.5 }, {}]) {
    const { engine } = makeEngine(new PricedModel([answer]), [], { limits });
    expect(await engine.processMessage('Hi').result()).toEqual({ type: 'answer', content: 'Done.' });
  }
  const { engine } = makeEngine(new PricedModel([spending(1.5), says('Done.')]), [simpleTool('look')]);
  expect(await engine.processMessage('Hi').result()).toEqual({ type: 'answer', content: 'Done.' });
});

test('the usage of a request says what it cost, and nothing where the price is not known', async () => {
  for (const [model, expected] of [
    [new PricedModel([spending(0.5), says('Done.')]), { costUsd: 0.5 }],
    [new PlayedModel([spending(0.5), says('Done.')]), {}],
  ] as const) {
    const { engine } = makeEngine(model, [simpleTool('look')]);
    const events = await collect(engine.processMessage('Hi', 'agent'));
    expect(events.filter(({ type }) => type === 'usage')).toEqual([
      { type: 'usage', usage: { inputTokens: 450_000, outputTokens: 50_000 }, ...expected },
    ]);
  }
});

test.each([0, -1, NaN, Infinity])('a limit of %s is refused', (maxCostUsd) => {
  expect(() => {
    checkCostLimit({ maxCostUsd }, new PricedModel([]));
  }).toThrow(SettingsError);
});

test('a limit of cost is refused for a model without a known price, and without a limit any model will do', () => {
  const unpriced = new PlayedModel([]);
  const check = () => {
    checkCostLimit({ maxCostUsd: 0.5 }, unpriced);
  };
  expect(check).toThrow(SettingsError);
  expect(check).toThrow(
    'The cost cannot be limited to 0.5 US dollars: the prices of scripted/script-1 are not known.',
  );
  expect(() => {
    checkCostLimit({}, unpriced);
    checkCostLimit({ maxCostUsd: 0.5 }, new PricedModel([]));
  }).not.toThrow();
});
