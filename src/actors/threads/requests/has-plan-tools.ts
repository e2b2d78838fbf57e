import { isPlanTool } from '../../protocol/plans/plan.js';
import type { ThreadEntry } from '../../protocol/thread.js';
import { findHead } from './find-head.js';

/**
 * Whether the tools of plans belong to the requests that follow a branch: one of its turns has planned or carried out a step,
 * or its model knows them already, from a Troupe that offered them in every conversation.
 */
export function hasPlanTools(branch: readonly ThreadEntry[]): boolean {
  const hasPlanned = branch.some(
    (entry) => entry.kind === 'turn_began' && (entry.mode === 'plan' || entry.step !== undefined),
  );
  return hasPlanned || [...(findHead(branch)?.toolNames ?? [])].some(isPlanTool);
}
