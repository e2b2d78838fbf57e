import {
  CancellationError,
  CommandTimeoutError,
  SandboxRefusedError,
  ToolExecutionError,
  TroupeError,
  UnaskedAddressError,
} from '../../protocol/errors.js';
import type { ImagePart } from '../../protocol/image-part.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { OutputBudget, Tool, ToolContext, ToolResult } from '../../protocol/tool.js';
import { causeOf } from '../../protocol/cause-of.js';
import { checkImage } from '../../runtime/images/check-image.js';
import { cutText } from '../text/cut-text.js';
import { fitText } from '../text/fit-text.js';
import { tellReadAgain } from '../text/tell-read-again.js';

// An error message is a few sentences; a longer one quotes a text that the model need not read.
const MAX_ERROR_CHARS = 10_000;

// Nobody reads on in a longer text, and all of it stays in the thread. Units: UTF-16 units.
const MAX_WHOLE_CHARS = 20_000_000;

// What a result has at most where the window of the model has no limit: more than the share of a result in any window
// that has one. Units: tokens, of four UTF-16 units each.
const UNLIMITED: OutputBudget = { maxTokens: 250_000, estimateTokens: (text) => text.length / 4 };

// As many pictures as a model compares at a time; each costs it about 1,500 tokens.
const MAX_IMAGES = 10;

/**
 * Runs a tool with validated parameters. A failure becomes a result too, worded so that the model can react.
 * Errors: when cancelled, the signal's reason or the `CancellationError` that the tool threw; `SandboxRefusedError` and
 * `UnaskedAddressError`, on which a person decides.
 */
export async function runTool<Params, Result>(
  tool: Tool<Params, Result>,
  params: Params,
  context: ToolContext,
): Promise<ToolResult> {
  context.signal.throwIfAborted();
  try {
    const result = await tool.run(params, context);
    const { images, problems } = checkImages(tool.images?.(result, params) ?? []);
    const text = [tool.format(result, params), ...problems].filter((part) => part !== '').join('\n');
    const output = fitText(text, budgetOf(context), (chars) => describeOmitted(chars, context.resultId));
    const changes = tool.changes?.(result, params) ?? [];
    const usage = tool.usage?.(result, params);
    return {
      outcome: 'success',
      success: true,
      output,
      ...keepWhole(tool.whole?.(result, params) ?? text, output),
      ...(images.length === 0 ? {} : { images }),
      ...(changes.length === 0 ? {} : { changes }),
      ...omitUndefined({ usage }),
    };
  } catch (error) {
    context.signal.throwIfAborted();
    if (isForOthers(error)) throw error;
    const failed = toFailedResult(tool.name, error);
    // What a program or a server has said may be long: what a test run has printed, for instance.
    const text = error instanceof ToolExecutionError ? error.message : failed.output;
    const { whole = text } = failed;
    const output = fitText(text, budgetOf(context), (chars) => describeOmitted(chars, context.resultId));
    return { ...failed, output, ...keepWhole(whole, output) };
  }
}

function budgetOf({ budget }: ToolContext): OutputBudget {
  return budget === undefined || budget.maxTokens === Infinity ? UNLIMITED : budget;
}

/** Whether an error is no result of the call. */
function isForOthers(error: unknown): boolean {
  return (
    error instanceof CancellationError ||
    error instanceof SandboxRefusedError ||
    error instanceof UnaskedAddressError
  );
}

/** The whole text, where it is longer than the output. */
function keepWhole(whole: string, output: string): { readonly whole?: string } {
  return whole.length <= output.length ? {} : { whole: cutText(whole, MAX_WHOLE_CHARS) };
}

/** The images that models take, and for each other one why it is left out, as a sentence for the model. */
function checkImages(given: readonly ImagePart[]): {
  readonly images: readonly ImagePart[];
  readonly problems: readonly string[];
} {
  const images: ImagePart[] = [];
  const problems: string[] = [];
  for (const [index, part] of given.entries()) {
    const checked =
      index < MAX_IMAGES ? checkImage(part) : { problem: `a result has at most ${MAX_IMAGES} images` };
    if ('image' in checked) images.push(checked.image);
    else problems.push(`(Image ${index + 1} is left out: ${checked.problem}.)`);
  }
  return { images, problems };
}

function describeOmitted(chars: number, resultId: string | undefined): string {
  const again = resultId === undefined ? '' : `. Where that is not possible, ${tellReadAgain(resultId)}`;
  return `${chars} characters are left out here, because they would take too much of your window: ask for less at once, with a narrower query, fewer lines or a smaller folder${again}`;
}

/** The result of a call whose tool threw, in its preview or when it ran. */
export function toFailedResult(tool: string, error: unknown): ToolResult {
  return {
    outcome: 'tool_error',
    success: false,
    // The output of a command in the message has its own limit.
    output:
      error instanceof CommandTimeoutError
        ? error.message
        : cutText(describeFailure(tool, error), MAX_ERROR_CHARS),
    ...(error instanceof CommandTimeoutError && error.details.whole !== undefined
      ? { whole: error.details.whole }
      : {}),
    error: error instanceof TroupeError ? error.code : 'TOOL_EXECUTION',
    // For all other errors of Troupe the class and the message are enough.
    ...(error instanceof TroupeError && !(error instanceof ToolExecutionError) ? {} : causeOf(error)),
  };
}

/** The message of a `TroupeError` is written for the model; other errors get the name of their tool. */
function describeFailure(tool: string, error: unknown): string {
  if (error instanceof TroupeError) return error.message;
  return `${tool} failed: ${error instanceof Error && error.message !== '' ? error.message : String(error)}`;
}
