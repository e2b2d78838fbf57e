import type { SandboxRefusal } from '../../protocol/sandbox-refusal.js';
import type { SandboxState } from '../../protocol/shell.js';
import type { CallPreview } from '../../protocol/tool.js';
import type { CallDecision } from '../judge-call.js';

const WHY_NOT: Readonly<Record<SandboxRefusal, string>> = {
  write: 'it can write nothing',
  network: 'it has no network',
  hidden: 'files and variables of the person are hidden',
  uncovered: 'it can write nothing',
};

/** What is known of a command besides the decision about it. */
export interface LookedAt {
  readonly preview: CallPreview | undefined;
  /** Default: there is none. */
  readonly sandbox?: SandboxState;
  /** Why it has failed in the looking world. Default: it has not run. */
  readonly refusal?: SandboxRefusal;
}

/**
 * The decision about a command in a mode in which commands only look: whatever a person, a rule or the policy allows, it
 * runs where it can change nothing. Without a sandbox that is true of plain commands that read, and all others are
 * denied. Source: SPEC P.
 */
export function lookOnly(decision: CallDecision, { preview, sandbox, refusal }: LookedAt): CallDecision {
  if (decision.kind === 'deny') return decision;
  if (refusal !== undefined)
    return deny(`It ran where commands run while you plan, and failed, as ${WHY_NOT[refusal]} there.`);
  const grants = preview?.kind === 'command' ? preview.grants : undefined;
  if (grants !== undefined)
    return deny('While you plan, a command gets neither the network nor anything else beyond the files.');
  const isHarmless = decision.kind === 'run' && decision.access?.kind === 'looking';
  if (!isHarmless && sandbox !== 'sandboxed')
    return deny('There is no sandbox here, so that only plain commands that read can run while you plan.');
  const access = { kind: 'looking' } as const;
  if (decision.kind === 'run') return { kind: 'run', access };
  return { ...decision, access };
}

function deny(reason: string): CallDecision {
  return { kind: 'deny', reason: `${reason} What has to be changed or fetched belongs into the plan.` };
}
