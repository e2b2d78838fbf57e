import { createHash } from 'node:crypto';
import type { PlanDraft } from '../../protocol/plans/plan.js';

/** Identifies exactly this goal and these steps. Shape: SHA-256, hexadecimal. */
export function digestPlan({ goal, steps }: PlanDraft): string {
  const shown = [
    goal,
    ...steps.map(({ id, description, expectedOutcome }) => [id, description, expectedOutcome]),
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex');
}
