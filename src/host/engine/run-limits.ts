import type { RunLimits } from '../../actors/protocol/agent.js';
import { SettingsError } from '../../actors/protocol/errors.js';

/**
 * - 50 model calls: hard tasks that succeed take 10 to 40, and longer runs seldom succeed.
 * - 2,000,000 tokens: 50 calls with 40,000 tokens each, which stops runs that fill the window in every call.
 * - 30 minutes of work: nobody waits longer for one answer. Time that a person takes to approve calls does not count.
 */
export const DEFAULT_RUN_LIMITS: RunLimits = {
  maxIterations: 50,
  maxTokens: 2_000_000,
  maxTimeMs: 30 * 60_000,
};

// The longest delay that a timer supports, some 24 days.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The limits, if they are valid. Errors: `SettingsError`. */
export function checkLimits(limits: RunLimits): RunLimits {
  const most = { maxIterations: Infinity, maxTokens: Infinity, maxTimeMs: MAX_TIMER_MS };
  for (const name of ['maxIterations', 'maxTokens', 'maxTimeMs'] as const) {
    const value = limits[name];
    if (!(value >= 1 && value <= most[name]))
      throw new SettingsError(`${name} must be a number from 1 to ${most[name]}, got ${String(value)}.`, {
        setting: name,
      });
  }
  const { maxCostUsd } = limits;
  if (maxCostUsd !== undefined && !(maxCostUsd > 0))
    throw new SettingsError(`maxCostUsd must be a number above 0, got ${String(maxCostUsd)}.`, {
      setting: 'maxCostUsd',
    });
  return limits;
}
