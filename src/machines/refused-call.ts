import type { AgentMode } from '../actors/protocol/agent.js';
import { causeOf } from '../actors/protocol/cause-of.js';
import { ApprovalDeniedError, TroupeError, UnknownToolError } from '../actors/protocol/errors.js';
import { messageOf } from '../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import type { ToolOutcome, ToolResult } from '../actors/protocol/tool.js';

/** The result of a call that did not run to its end. `output` is written for the model. */
function refuse(outcome: Exclude<ToolOutcome, 'success'>, output: string, error?: string): ToolResult {
  return { outcome, success: false, output, ...omitUndefined({ error }) };
}

// An error message is a few sentences. Units: UTF-16 units.
const MAX_MESSAGE_CHARS = 10_000;

/** The result of a call for which something was thrown. */
export function refuseWithError(outcome: Exclude<ToolOutcome, 'success'>, thrown: unknown): ToolResult {
  const message = messageOf(thrown);
  const output =
    message.length <= MAX_MESSAGE_CHARS
      ? message
      : `${message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}… (${message.length - MAX_MESSAGE_CHARS} more characters are left out here)`;
  return thrown instanceof TroupeError
    ? refuse(outcome, output, thrown.code)
    : { ...refuse(outcome, output), ...causeOf(thrown) };
}

/** The result of a call of a tool that is not registered. */
export function refuseUnknownTool(tool: string, known: readonly string[]): ToolResult {
  const offer = known.length === 0 ? 'There are no tools.' : `The tools are: ${known.join(', ')}.`;
  return refuseWithError(
    'invalid_params',
    new UnknownToolError(`There is no tool named "${tool}". ${offer}`, { tool, known }),
  );
}

/** The result of a call of a tool that this mode does not offer. */
export function refuseInMode(tool: string, mode: AgentMode, offered: readonly string[]): ToolResult {
  const offer = offered.length === 0 ? 'Answer without tools.' : `The tools here are: ${offered.join(', ')}.`;
  return refuseWithError(
    'rejected',
    new UnknownToolError(`The tool "${tool}" may not be used in ${mode} mode. ${offer}`, {
      tool,
      known: offered,
    }),
  );
}

/** The result of a call that a rule forbids. `reason` says so. */
export function refuseForbidden(tool: string, reason: string): ToolResult {
  return refuseWithError('rejected', new ApprovalDeniedError(reason, { tool }));
}

/** The result of a call that was denied. `reason` is what was said about it, which may sound like praise of what was done. */
export function refuseDenied(tool: string, reason: string | undefined): ToolResult {
  return reason === undefined
    ? DENIED
    : refuseForbidden(tool, `This call was denied, with the reason: ${reason}`);
}

const DENIED = refuse(
  'rejected',
  'The person denied this call. Do not make it again: go another way, or say what you need it for.',
);

/** The result of a call until it has another one. */
export const INTERRUPTED = refuse(
  'rejected',
  'This call was interrupted before it had a result.',
  'CANCELLED',
);
