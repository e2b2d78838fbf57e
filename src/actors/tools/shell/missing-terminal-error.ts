import { ToolExecutionError } from '../../protocol/errors.js';
import type { TerminalInfo } from '../../protocol/shell.js';

/** The error for an unknown terminal id. Lists the ids of the open terminals. */
export function missingTerminalError(id: string, open: readonly TerminalInfo[]): ToolExecutionError {
  const known =
    open.length === 0 ? 'none is open' : `these are open: ${open.map((info) => info.id).join(', ')}`;
  return new ToolExecutionError(`There is no terminal ${JSON.stringify(id)}: ${known}.`, {
    tool: 'persistent terminals',
  });
}
