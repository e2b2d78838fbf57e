import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { LLMAdapter } from '../../../actors/protocol/llm.js';
import { isPlanTool } from '../../../actors/protocol/plans/plan.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import type { Tool } from '../../../actors/protocol/tool.js';
import { hasPlanTools } from '../../../actors/threads/requests/has-plan-tools.js';

interface Situation {
  readonly adapter: LLMAdapter;
  readonly mode: AgentMode;
  /** What precedes the turn. */
  readonly branch: readonly ThreadEntry[];
  /** Whether the turn carries out a step of a plan. Default: no. */
  readonly isStep?: boolean;
}

/**
 * The tools of a turn: not those that need what the provider of its model has not, and those of plans only from the first turn
 * on that plans. Follows from the record alone, so that a copy, a resumed turn and another process have the same.
 */
export function toolsForModel(
  tools: readonly Tool[],
  { adapter, mode, branch, isStep = false }: Situation,
): readonly Tool[] {
  const plans = mode === 'plan' || isStep || hasPlanTools(branch);
  return tools.filter(
    ({ name, needs }) =>
      (needs === undefined || adapter.searchWeb !== undefined) && (plans || !isPlanTool(name)),
  );
}
