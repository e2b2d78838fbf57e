import { modelName } from '../../actors/llm/model-name.js';
import type { RunLimits } from '../../actors/protocol/agent.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import type { LLMAdapter } from '../../actors/protocol/llm.js';

/**
 * Checks that a limit of cost, if there is one, can be kept with this model.
 * Errors: `SettingsError` for a limit that is no sum of money, and for a model without known prices.
 */
export function checkCostLimit({ maxCostUsd }: Partial<RunLimits>, adapter: LLMAdapter): void {
  if (maxCostUsd === undefined) return;
  const setting = 'maxCostUsd';
  if (!(maxCostUsd > 0 && maxCostUsd < Infinity))
    throw new SettingsError(
      `The limit of cost must be a number of US dollars above 0, got ${String(maxCostUsd)}.`,
      { setting },
    );
  if (adapter.prices === undefined)
    throw new SettingsError(
      `The cost cannot be limited to ${maxCostUsd} US dollars: the prices of ${modelName(adapter)} are not known. Add them to the model in your file of providers, or leave the limit out.`,
      { setting },
    );
}
