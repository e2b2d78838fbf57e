import { SandboxRefusedError, UnaskedAddressError } from '../actors/protocol/errors.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import type { WebTarget } from '../actors/protocol/web/web-target.js';

const FAILED_LOOKING = '\n\nBefore that it ran where it can change nothing, and failed:\n';
const FAILED_UNCOVERED =
  '\n\nBefore that it ran where it cannot change what nobody could restore, and failed:\n';
const NO_CHECKPOINT = '\n\n(No checkpoint could be taken before this call: ';
const NOT_FETCHED = ', which was not fetched.';
const REDIRECTED = /\n\n(?<from>\S+) redirects to (?<url>\S+), which was not fetched\./;

/** The model learns how far a call had come before the person refused to let it do more. */
export function addProgress(
  result: ToolResult,
  refused: SandboxRefusedError | undefined,
  target: WebTarget | undefined,
): ToolResult {
  if (refused !== undefined) {
    const { message, details } = refused;
    const failed = details.refusal === 'uncovered' ? FAILED_UNCOVERED : FAILED_LOOKING;
    return { ...result, output: result.output + failed + message };
  }
  if (target?.from === undefined) return result;
  return { ...result, output: `${result.output}\n\n${target.from} redirects to ${target.url}${NOT_FETCHED}` };
}

/** A failed checkpoint does not stop the call; the model and the person are both told. Source: SPEC K4. */
export function addCheckpointProblem(result: ToolResult, problem: string): ToolResult {
  return { ...result, output: `${result.output}${NO_CHECKPOINT}${problem})` };
}

/** A result that `addCheckpointProblem` has made, taken apart. */
export function takeCheckpointProblem({ output }: ToolResult): {
  readonly output: string;
  readonly problem?: string;
} {
  const at = output.lastIndexOf(NO_CHECKPOINT);
  if (at === -1 || !output.endsWith(')')) return { output };
  return { output: output.slice(0, at), problem: output.slice(at + NO_CHECKPOINT.length, -1) };
}

/** A result that `addProgress` has made, taken apart: the output before, and what had stopped the call. */
export function takeProgress({ output }: ToolResult): {
  readonly output: string;
  readonly stopped?: SandboxRefusedError | UnaskedAddressError;
} {
  for (const [failed, refusal] of [
    [FAILED_LOOKING, 'write'],
    [FAILED_UNCOVERED, 'uncovered'],
  ] as const) {
    const at = output.indexOf(failed);
    if (at !== -1)
      return {
        output: output.slice(0, at),
        stopped: new SandboxRefusedError(output.slice(at + failed.length), { refusal }),
      };
  }
  const redirected = REDIRECTED.exec(output);
  const { from, url } = redirected?.groups ?? {};
  if (redirected === null || from === undefined || url === undefined) return { output };
  return {
    output: output.slice(0, redirected.index) + output.slice(redirected.index + redirected[0].length),
    stopped: new UnaskedAddressError('', { target: { url, from, redirects: 0 } }),
  };
}
