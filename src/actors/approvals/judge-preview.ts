import type { ApprovalRule } from '../protocol/approvals.js';
import type { SandboxState } from '../protocol/shell.js';
import type { CallPreview } from '../protocol/tool.js';
import { judgeCommand } from './judge-command.js';
import type { CommandContext } from './line-judge.js';
import { strongestEffect } from './match-rule.js';
import { askAbout, type Verdict } from './verdict.js';

export interface PreviewContext extends Omit<CommandContext, 'cwd' | 'isSandboxed'> {
  /** Whether commands are sandboxed. Default: they are not. */
  readonly sandbox?: SandboxState;
  readonly rules: readonly ApprovalRule[];
}

type CommandPreview = Extract<CallPreview, { kind: 'command' }>;

/** The tool that starts a new shell for each command: only there a command means the same each time. */
export const NEW_SHELL_TOOL = 'run_command';

/** Judges whether a tool's command may run without asking, and which rules would allow it. */
export function judgePreview(tool: string, preview: CommandPreview, context: PreviewContext): Verdict {
  const { command, cwd } = preview;
  const { sandbox, ...known } = context;
  const tree = context.parse?.(command);
  const verdict = judgeCommand(tree, context.rules, { ...known, isSandboxed: sandbox === 'sandboxed', cwd });
  if (verdict.kind === 'deny') return verdict;
  const onLine = findLineEffect(preview, context.rules);
  if (onLine === 'deny') return { kind: 'deny', reason: 'A rule forbids this command.' };
  if (onLine === 'ask')
    return askAbout('A rule wants you to be asked about this command.', { isByRule: true });
  if (tool !== NEW_SHELL_TOOL) return judgeForPersistentShell(verdict);
  const isAllowed = onLine === 'allow' && verdict.kind === 'ask' && verdict.canAllowLine && !verdict.isByRule;
  return isAllowed ? { kind: 'safe', world: 'working', uses: verdict.uses } : verdict;
}

function judgeForPersistentShell(verdict: Verdict): Verdict {
  const reason = 'In a persistent terminal, the effect of a command depends on the commands before it.';
  if (verdict.kind === 'deny') return verdict;
  if (verdict.kind === 'safe') return askAbout(reason, { uses: verdict.uses });
  return askAbout(reason, {
    reasons: [...verdict.reasons, reason],
    isByRule: verdict.isByRule,
    uses: verdict.uses,
  });
}

/** The effect of the rules about whole lines on this line. */
function findLineEffect(
  { command, cwd }: CommandPreview,
  rules: readonly ApprovalRule[],
): ApprovalRule['effect'] | undefined {
  return strongestEffect(
    rules.flatMap(({ effect, when }) =>
      'line' in when && when.line === command && when.cwd === cwd ? [effect] : [],
    ),
  );
}
