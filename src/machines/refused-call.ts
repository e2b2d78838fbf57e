import type { AgentMode } from '../actors/protocol/agent.js';
import { causeOf } from '../actors/protocol/cause-of.js';
import { TroupeError, UnknownToolError } from '../actors/protocol/errors.js';
import type { ToolOutcome, ToolResult } from '../actors/protocol/tool.js';

/** The result of a call that did not get as far as a result of its own. `output` is written for the model. */
function refuse(outcome: Exclude<ToolOutcome, 'success'>, output: string, error?: string): ToolResult {
  return { outcome, success: false, output, ...(error === undefined ? {} : { error }) };
}

/** The same for something that was thrown. */
export function refuseFor(outcome: Exclude<ToolOutcome, 'success'>, thrown: unknown): ToolResult {
  const output = messageOf(thrown);
  return thrown instanceof TroupeError
    ? refuse(outcome, output, thrown.code)
    : { ...refuse(outcome, output), ...causeOf(thrown) };
}

/** Nobody registered a tool of that name. */
export function refuseUnknown(tool: string, known: readonly string[]): ToolResult {
  const offer = known.length === 0 ? 'There are no tools.' : `The tools are: ${known.join(', ')}.`;
  return refuseFor(
    'invalid_params',
    new UnknownToolError(`There is no tool named "${tool}". ${offer}`, { tool, known }),
  );
}

/** The tool exists and may not be used in this mode. */
export function refuseInMode(tool: string, mode: AgentMode, offered: readonly string[]): ToolResult {
  const offer = offered.length === 0 ? 'Answer without tools.' : `The tools here are: ${offered.join(', ')}.`;
  return refuseFor(
    'rejected',
    new UnknownToolError(`The tool "${tool}" may not be used in ${mode} mode. ${offer}`, {
      tool,
      known: offered,
    }),
  );
}

/** The person said no. */
export const DENIED = refuse(
  'rejected',
  'The person denied this call. Do not make it again: go another way, or say what you need it for.',
);

/** The turn ended before the call ran, or while it only read. */
export const INTERRUPTED = refuse(
  'rejected',
  'This call was interrupted before it had a result. Nothing was changed.',
  'CANCELLED',
);

/** The turn ended while the call was changing something. */
export const INTERRUPTED_HALFWAY = refuse(
  'rejected',
  'This call was interrupted before it had a result. What it had done by then stands.',
  'CANCELLED',
);

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
