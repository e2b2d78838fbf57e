import {
  CancellationError,
  CommandTimeoutError,
  ToolExecutionError,
  TroupeError,
} from '../../protocol/errors.js';
import type { Tool, ToolContext, ToolResult } from '../../protocol/tool.js';
import { causeOf } from '../../protocol/cause-of.js';
import { cutText } from '../text/cut-text.js';
import { fitText } from '../text/fit-text.js';

// An error message is a few sentences; one that is longer quotes something big that the model need not read.
const MAX_ERROR_CHARS = 10_000;

/**
 * Runs a tool with validated parameters. A failure is a result too, told so that the model can act on it.
 * Errors: only a cancel: the signal's reason, or the `CancellationError` that the tool ended with.
 */
export async function runTool<Params, Result>(
  tool: Tool<Params, Result>,
  params: Params,
  context: ToolContext,
): Promise<ToolResult> {
  context.signal.throwIfAborted();
  try {
    const result = await tool.run(params, context);
    const output = fitText(tool.format(result, params), context.budget, describeLeftOut);
    return { outcome: 'success', success: true, output };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof CancellationError) throw error;
    const failed = failedResult(tool.name, error);
    return { ...failed, output: fitText(failed.output, context.budget, describeLeftOut) };
  }
}

function describeLeftOut(chars: number): string {
  return `${chars} characters are left out here, because they would take too much of your window: ask for less at once, with a narrower query, fewer lines or a smaller folder`;
}

/** The result of a call whose tool threw, in its preview or when it ran. */
export function failedResult(tool: string, error: unknown): ToolResult {
  return {
    outcome: 'tool_error',
    success: false,
    // What a command had printed is as long as it may be already.
    output:
      error instanceof CommandTimeoutError
        ? error.message
        : cutText(describeFailure(tool, error), MAX_ERROR_CHARS),
    error: error instanceof TroupeError ? error.code : 'TOOL_EXECUTION',
    // Of the others the class and the words say all there is.
    ...(error instanceof TroupeError && !(error instanceof ToolExecutionError) ? {} : causeOf(error)),
  };
}

/** Typed errors are written for the model already; of any other it must hear which tool it came from. */
function describeFailure(tool: string, error: unknown): string {
  if (error instanceof TroupeError) return error.message;
  return `${tool} failed: ${error instanceof Error && error.message !== '' ? error.message : String(error)}`;
}
