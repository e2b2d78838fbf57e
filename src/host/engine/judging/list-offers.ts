import type { ApprovalOffer } from '../../../actors/protocol/approvals.js';
import { canAllowByName } from '../../../actors/approvals/allowed-edits.js';
import { describeEdits } from '../../../actors/approvals/describe-edits.js';
import { describeRules } from '../../../actors/approvals/describe-rules.js';
import type { CallDecision } from '../../../actors/approvals/judge-call.js';

/** What an answer may allow beyond the call. Edits are allowed for the conversation only. */
export function listOffers(
  { edits, remember: rules }: Pick<Extract<CallDecision, { kind: 'ask' }>, 'edits' | 'remember'>,
  canKeepRules: boolean,
): readonly ApprovalOffer[] {
  if (edits !== undefined) {
    const byName = { scope: 'files', description: describeEdits(edits) } as const;
    const all = { scope: 'edits', description: 'edits of all files but protected ones' } as const;
    return canAllowByName(edits) ? [byName, all] : [all];
  }
  if (rules.length === 0) return [];
  const description = describeRules(rules);
  const scopes = canKeepRules ? (['thread', 'always'] as const) : (['thread'] as const);
  return scopes.map((scope) => ({ scope, description }));
}
