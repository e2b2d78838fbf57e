import { isRecord, readString } from '../../protocol/json/json-shape.js';
import { STEP_TOOL } from '../../protocol/plans/plan.js';
import type { ThreadEntry, TurnId } from '../../protocol/thread.js';

/** What a model has said at the end of a step. */
export interface StepVerdict {
  readonly isMet: boolean;
  readonly observed: string;
}

/**
 * The verdict of a turn: the last one, as what came behind an earlier one may have changed it. It counts once its call has
 * begun, also where the program ended then: there is nothing that the call would do.
 */
export function findVerdict(branch: readonly ThreadEntry[], turn: TurnId): StepVerdict | undefined {
  const begun = new Set<string>();
  for (const entry of branch.toReversed()) {
    if (entry.turn !== turn) continue;
    if (entry.kind === 'call_began') begun.add(entry.callId);
    const isVerdict = entry.kind === 'call' && entry.tool === STEP_TOOL && begun.has(entry.callId);
    if (!isVerdict || !isRecord(entry.params)) continue;
    return {
      isMet: entry.params['isMet'] === true,
      observed: readString(entry.params['observed']) ?? '',
    };
  }
  return undefined;
}
