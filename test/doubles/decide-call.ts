import { ApprovalDeniedError } from '../../src/actors/protocol/errors.js';
import type { CallPreview, ToolResult } from '../../src/actors/protocol/tool.js';
import type { Approvals } from '../../src/host/engine/approvals.js';
import type { ApprovalQuestion, Permission, ValidatedCall } from '../../src/machines/validated-call.js';

/** What became of a call: it may run, it was denied, or the failure of its preview is its result. */
export type Decided = ({ readonly decision: 'approve' } & Permission) | 'deny' | ToolResult;

/**
 * Decides a call as a turn does: judges it, and waits for the person where it has to be asked about. Errors:
 * `ApprovalDeniedError` when a rule denies it or the answer has a reason; those of `Approvals`.
 */
export async function decideCall(
  approvals: Approvals,
  call: ValidatedCall,
  options: {
    readonly signal: AbortSignal;
    readonly preview: () => Promise<CallPreview | undefined>;
    readonly present: (question: ApprovalQuestion) => void;
    readonly warn: (message: string) => void;
  },
): Promise<Decided> {
  const judgement = await approvals.judge(call, options);
  if (judgement.kind === 'run') return { decision: 'approve', ...judgement.permission };
  if (judgement.kind === 'refuse') {
    if (judgement.by === undefined) return judgement.result;
    throw new ApprovalDeniedError(judgement.result.output, { tool: call.tool });
  }
  const waiting = approvals.waitForAnswer(call, options);
  options.present(judgement.question);
  const end = await waiting;
  if ('kind' in end) return { decision: 'approve', ...end.permission };
  const { decision, reason } = end;
  if (decision === 'approve') return { decision, ...judgement.permission };
  if (reason === undefined) return decision;
  throw new ApprovalDeniedError(reason, { tool: call.tool });
}
