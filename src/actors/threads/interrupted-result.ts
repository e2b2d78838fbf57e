import type { ToolResult } from '../protocol/tool.js';

const NOT_RUN = 'This call was interrupted: the turn ended before it ran.';
const NOT_FINISHED =
  'This call was interrupted while it ran. What it had done by then stands: look before you rely on it.';

/** The result of a call whose turn ended before it did. No entry holds it: it follows from what is missing. */
export function interruptedResult(hasBegun: boolean): ToolResult {
  return {
    outcome: 'rejected',
    success: false,
    output: hasBegun ? NOT_FINISHED : NOT_RUN,
    error: 'CANCELLED',
  };
}
