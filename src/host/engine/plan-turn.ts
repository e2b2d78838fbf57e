import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { BodyOf } from '../../actors/protocol/thread.js';
import { checkCostLimit } from './check-cost-limit.js';
import type { EngineParts } from './engine-parts.js';
import { checkLimits } from './run-limits.js';
import type { TurnPlan } from './turn.js';
import type { TurnOptions } from './turn-options.js';

/** Errors: `SettingsError` for an invalid limit or an unknown provider. */
export function planTurn(parts: EngineParts, { model, mode = 'agent', limits }: TurnOptions): TurnPlan {
  const adapter = parts.adapterFor(model);
  const fallback = parts.fallbackFor(model);
  const all = checkLimits({ ...parts.limits, ...limits });
  checkCostLimit(all, adapter);
  if (fallback === undefined) return { adapter, mode, limits: all };
  checkCostLimit(all, fallback);
  return { adapter, fallback, mode, limits: all };
}

/** The plan of an interrupted turn that goes on. Errors: those of `planTurn`. */
export function planResumed(
  parts: EngineParts,
  { mode, limits: before }: BodyOf<'turn_began'>,
  { model, limits }: Omit<TurnOptions, 'mode'>,
): TurnPlan {
  const all = { ...before, ...limits };
  return planTurn(parts, { mode, limits: all, ...omitUndefined({ model }) });
}
