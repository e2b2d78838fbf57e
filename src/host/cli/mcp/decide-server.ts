import { toJsonLine } from '../draw/to-json-line.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { McpServerPlan } from '../../mcp/mcp-server.js';
import type { McpApprovals } from '../../node/mcp/mcp-approvals.js';
import { canAsk } from '../approvals/can-ask.js';
import type { McpCommandContext } from './mcp-command-context.js';
import { askAlone } from '../terminal/ask-alone.js';
import { ExitCode } from '../terminal/exit-codes.js';
import { describeDefinition } from './describe-definition.js';

interface Decision {
  readonly isApproved: boolean;
  /** Whether the person has said already that nothing is to be asked. */
  readonly isSure: boolean;
  /** Absent: the file of approvals would lie in the workspace. */
  readonly approvals: McpApprovals | undefined;
}

/**
 * Approves the definition of a server, or takes that back. On a terminal, all of the definition is shown and an answer
 * waited for first. Resolves to the exit code. Errors: `SettingsError`.
 */
export async function decideServer(
  { out, err, isJson, interrupts }: McpCommandContext,
  { definition, digest, source, hindrance }: McpServerPlan,
  { isApproved, isSure, approvals }: Decision,
): Promise<number> {
  const { name } = definition;
  if (approvals === undefined)
    throw new SettingsError('Your folder of settings lies in the workspace, where the agent may write.', {
      setting: 'mcp',
    });
  const print = (text: string, changed: boolean): Promise<void> =>
    out.line(isJson ? toJsonLine({ name, digest, isApproved, changed }) : text);
  if (isApproved && hindrance?.state !== 'unapproved') {
    const isKnown = (await approvals.load()).has(digest);
    const why = isKnown ? 'is approved already' : `needs no approval: ${source ?? 'the program'} is your own`;
    await print(`${name} ${why}.`, false);
    return ExitCode.ok;
  }
  if (!isApproved) {
    await approvals.remove(digest);
    await print(`Revoked: ${name}`, true);
    return ExitCode.ok;
  }
  if (!isJson)
    await out.line(
      [`The whole definition of ${name}:`, ...describeDefinition(definition, source)].join('\n'),
    );
  if (!isSure && !isJson && canAsk(err)) {
    const prompt = 'Let it start, in this form only?  [y]es  [n]o';
    if ((await askAlone({ err, interrupts }, prompt, ['y', 'n'])) !== 'y') {
      await out.line('It does not start.');
      return ExitCode.denied;
    }
  }
  await approvals.add(digest);
  await print(`Approved: ${name}`, true);
  return ExitCode.ok;
}
