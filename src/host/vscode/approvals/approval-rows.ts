import { isDeepStrictEqual } from 'node:util';
import type { Allowance, ApprovalRule } from '../../../actors/protocol/approvals.js';
import { describeRule } from '../../../actors/approvals/describe-rules.js';
import { APPROVALS_TEXTS } from '../words/command-words.js';

/** Something that is allowed, or a rule that denies or asks. */
export type Approval =
  | { readonly scope: 'always'; readonly rule: ApprovalRule }
  | { readonly scope: 'chat'; readonly allowance: Allowance };

/** A row of the list; one without an approval is a heading. */
export interface ApprovalRow {
  readonly label: string;
  readonly approval?: Approval;
}

const EFFECTS: Readonly<Record<ApprovalRule['effect'], string>> = {
  allow: `$(check) ${APPROVALS_TEXTS.effects.allow}`,
  ask: `$(question) ${APPROVALS_TEXTS.effects.ask}`,
  deny: `$(circle-slash) ${APPROVALS_TEXTS.effects.deny}`,
};

/** All rows: what is allowed in this chat, then what holds always. What was allowed always stands there only. */
export function listApprovals(
  stored: readonly ApprovalRule[],
  allowances: readonly Allowance[],
): readonly ApprovalRow[] {
  const inChat = allowances.filter(
    (allowance) =>
      allowance.kind !== 'rule' || !stored.some((rule) => isDeepStrictEqual(rule, allowance.rule)),
  );
  return [
    ...(inChat.length === 0 ? [] : [{ label: APPROVALS_TEXTS.inChat }]),
    ...inChat.map((allowance) => ({
      label: describeAllowance(allowance),
      approval: { scope: 'chat', allowance } as const,
    })),
    ...(stored.length === 0 ? [] : [{ label: APPROVALS_TEXTS.always }]),
    ...stored.map((rule) => ({
      label: `${EFFECTS[rule.effect]} ${describeRule(rule)}`,
      approval: { scope: 'always', rule } as const,
    })),
  ];
}

function describeAllowance(allowance: Allowance): string {
  switch (allowance.kind) {
    case 'edits':
      return `$(check) ${APPROVALS_TEXTS.allowsEdits}`;
    case 'file':
      return `$(check) ${APPROVALS_TEXTS.allowsEditsOf(allowance.path)}`;
    case 'network':
      return `$(check) ${APPROVALS_TEXTS.allowsNetwork}`;
    default:
      return `${EFFECTS[allowance.rule.effect]} ${describeRule(allowance.rule)}`;
  }
}
