import type { VersionChange } from '../protocol/file-version.js';
import type { ToolResult } from '../protocol/tool.js';
import { describeInterrupted } from './describe-travel.js';

const NOT_RUN = 'This call was interrupted: the turn ended before it ran.';
const NOT_FINISHED =
  'This call was interrupted while it ran. It may have had effects: check before you rely on its outcome.';

/**
 * The result of a call that has no `observation` because its turn ended first. No entry contains it. `changes`: what is
 * known to have become of files.
 */
export function interruptedResult(hasBegun: boolean, changes: readonly VersionChange[] = []): ToolResult {
  const known = describeInterrupted(changes);
  return {
    outcome: 'rejected',
    success: false,
    output: [hasBegun ? NOT_FINISHED : NOT_RUN, ...(known === undefined ? [] : [known])].join(' '),
    error: 'CANCELLED',
  };
}
