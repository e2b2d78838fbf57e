import { z } from 'zod';
import { CommandTimeoutError, SandboxRefusedError } from '../../protocol/errors.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { CommandResult } from '../../protocol/shell.js';
import type { CallPreview, OutputBudget, Tool } from '../../protocol/tool.js';
import { checkShown } from '../gate/check-shown.js';
import { needsParam, readNeeds } from './needs-param.js';
import { commandParam } from './command-param.js';
import { tellReadAgain } from '../text/tell-read-again.js';
import { describeDuration, describeOutput, describeSandbox, describeSeclusion } from './describe-output.js';
import { describeMissingNetwork, describeRefusal, isKeptFromUncovered } from './describe-refusal.js';
import { fitText } from '../text/fit-text.js';
import { WORKING_DIRECTORY_PARAM_NAMES } from '../calls/param-synonyms.js';
import { describeScripts } from './scripts/describe-scripts.js';
import type { ShellDeps } from './shell-deps.js';
import { buildValidation } from '../calls/validate.js';

// Source: SPEC T5. Units: milliseconds.
const IDLE_TIMEOUT_MS = 30_000;
// A command that nobody was asked about must not go on for long. Source: SPEC T9. Units: milliseconds.
const LOOKING_TIMEOUT_MS = 60_000;
// A command that takes an hour belongs into a persistent terminal. Units: milliseconds.
const MAX_TIMEOUT_MS = 3_600_000;

// The rest of the budget is for the text around the output.
const SHARE_FOR_OUTPUT = 0.8;

const NAME = 'run_command';

const schema = z.strictObject({
  command: commandParam
    .refine((command) => command.trim() !== '', 'command must not be empty')
    .describe('The command line.'),
  cwd: z.string().min(1).default('.').describe('The directory to run it in.'),
  timeout_ms: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_MS)
    .optional()
    .describe(`How long it may take. Default: until it has printed nothing for ${IDLE_TIMEOUT_MS / 1000} s.`),
  needs: needsParam,
});

export type RunCommandParams = z.output<typeof schema>;

/** The result of a command, and what would help where the sandbox refused something. */
interface ExplainedResult extends CommandResult {
  readonly hint?: string;
  /** Both streams, where `stdout` and `stderr` have a part of them. */
  readonly unfitted?: { readonly stdout: string; readonly stderr: string };
  /** How the model reads those, as a sentence. */
  readonly readAgain?: string;
}

/** The tool that runs a command line until it ends. */
export function createRunCommandTool({
  shell,
  gate,
  sandbox,
  ...deps
}: ShellDeps): Tool<RunCommandParams, ExplainedResult> {
  const preview = async ({ command, cwd, needs }: RunCommandParams): Promise<CallPreview> => {
    const { absolute } = await gate.resolve(cwd);
    const notes = [
      ...(await describeScripts(command, absolute, { gate, ...deps })),
      ...describeSandbox(await shell.sandboxState, sandbox),
    ];
    const grants = readNeeds(needs);
    return { kind: 'command', command, cwd: absolute, notes, ...omitUndefined({ grants }) };
  };
  return {
    name: NAME,
    description:
      'Runs a command line in a new bash and waits for its end; what it leaves in the background is ended then. ' +
      'What should go on belongs in a persistent terminal. Its input is empty: pass flags that keep programs from asking. ' +
      'Of a long output you get the first and the last part. ' +
      'Prefer other tools to read, search and edit files.',
    category: 'Dangerous tools',
    isReadOnly: false,
    canLook: true,
    ...buildValidation(NAME, schema, { command: ['cmd'], cwd: WORKING_DIRECTORY_PARAM_NAMES }),

    preview,

    async run(params, { signal, onOutput, budget, access = sandbox, shown, resultId }) {
      const { command, cwd, timeout_ms } = params;
      if (shown !== undefined) checkShown(NAME, await preview(params), shown);
      const { absolute } = await gate.resolve(cwd);
      const limitMs =
        access.kind === 'looking' ? Math.min(LOOKING_TIMEOUT_MS, timeout_ms ?? Infinity) : timeout_ms;
      const whole = await shell.run({
        command,
        cwd: absolute,
        // A caller who sets a time limit expects the command to be silent for that long.
        idleTimeoutMs: Math.max(IDLE_TIMEOUT_MS, timeout_ms ?? 0),
        ...omitUndefined({ timeoutMs: limitMs }),
        signal,
        ...omitUndefined({ onOutput }),
        sandbox: access,
      });
      signal.throwIfAborted();
      // The person sees them beside the output, whatever the model makes of them.
      if (whole.repairs !== undefined && whole.repairs.length > 0)
        onOutput?.({ stream: 'stderr', text: `${whole.repairs.join('\n')}\n` });
      if (isKeptFromUncovered(whole, access))
        throw new SandboxRefusedError(formatResult(fitOutput(whole, budget)), {
          refusal: 'uncovered',
        });
      const hint =
        describeRefusal(whole, access) ??
        (whole.isSandboxed ? describeSeclusion(command, access) : undefined);
      const result = { ...fitOutput(whole, budget, resultId), ...omitUndefined({ hint }) };
      if (access.kind === 'looking' && result.refusal !== undefined)
        throw new SandboxRefusedError(formatResult(result), { refusal: result.refusal });
      if (result.endedBy === 'timeout' || result.endedBy === 'idle') {
        const isCut = access.kind === 'looking' && (timeout_ms ?? Infinity) > LOOKING_TIMEOUT_MS;
        throw timeoutError(
          command,
          { ...result, endedBy: result.endedBy },
          isCut,
          describeMissingNetwork(access),
        );
      }
      return result;
    },

    format: formatResult,

    whole: ({ unfitted, readAgain: _notNeeded, ...result }) =>
      unfitted === undefined ? undefined : formatResult({ ...result, ...unfitted }),
  };
}

/** The result with the middle of long streams cut out, to fit the budget; `resultId` as in `ToolContext`. */
function fitOutput(
  result: CommandResult,
  budget: OutputBudget | undefined,
  resultId?: string,
): ExplainedResult {
  const { stdout, stderr, droppedChars, whole = { stdout, stderr } } = result;
  const fitted =
    budget === undefined ? { stdout, stderr } : fitStreams({ stdout, stderr, droppedChars }, budget);
  if (fitted.stdout === whole.stdout && fitted.stderr === whole.stderr) return result;
  const readAgain = resultId === undefined ? {} : { readAgain: `${tellReadAgain(resultId)}.` };
  return { ...result, ...fitted, unfitted: whole, ...readAgain };
}

function fitStreams(
  { stdout, stderr, droppedChars }: Pick<CommandResult, 'stdout' | 'stderr' | 'droppedChars'>,
  { maxTokens: all, estimateTokens }: OutputBudget,
): Pick<CommandResult, 'stdout' | 'stderr'> {
  const room = all * SHARE_FOR_OUTPUT;
  /** A stream gets the part of the budget that the other one leaves, but at least half of it. */
  const fit = (text: string, other: string, dropped: number): string => {
    const maxTokens = Math.max(room / 2, room - estimateTokens(other));
    return fitText(text, { maxTokens, estimateTokens }, (leftOut) => describeOmitted(leftOut + dropped));
  };
  return {
    stdout: fit(stdout, stderr, droppedChars.stdout),
    stderr: fit(stderr, stdout, droppedChars.stderr),
  };
}

function describeOmitted(chars: number): string {
  return `${chars} characters left out: they would take too much of your window. To see them, have the output filtered, or written to a file and read in parts`;
}

function formatResult(result: ExplainedResult): string {
  const {
    stdout,
    stderr,
    exitCode,
    signalName,
    durationMs,
    leftRunning,
    isSandboxed,
    hint,
    readAgain,
    repairs = [],
  } = result;
  const signal = signalName === undefined ? '' : ` (${signalName})`;
  return [
    `Exit code ${exitCode ?? 'unknown'}${signal}, after ${describeDuration(durationMs)}.`,
    ...(leftRunning === 0
      ? []
      : [`${leftRunning === 1 ? '1 process' : `${leftRunning} processes`} left running went with it.`]),
    ...(isSandboxed && exitCode !== 0
      ? [
          'It ran in a sandbox. A command that the person was not asked about can change nothing; any other can change the workspace and the temporary folder, and .git with needs ["git"]. It sees little of the home folder, and what it writes there is lost.',
        ]
      : []),
    // git and others go on when they cannot write their settings.
    ...(hint === undefined ? [] : [hint]),
    ...repairs,
    ...(readAgain === undefined ? [] : [readAgain]),
    describeOutput('stdout', stdout),
    describeOutput('stderr', stderr),
  ].join('\n');
}

function timeoutError(
  command: string,
  {
    endedBy,
    stdout,
    stderr,
    durationMs,
    isSandboxed,
    unfitted,
    readAgain,
  }: ExplainedResult & { readonly endedBy: 'timeout' | 'idle' },
  isCut: boolean,
  missing: string | undefined,
): CommandTimeoutError {
  const limit = isCut
    ? `a command that only reads has ${LOOKING_TIMEOUT_MS / 1000} s. Have it read less, or in parts`
    : 'its timeout_ms was up';
  const why =
    endedBy === 'idle'
      ? `it had printed nothing for ${IDLE_TIMEOUT_MS / 1000} s. If it needs longer, give it a timeout_ms; if it waits for an answer, pass flags that keep it from asking; if it should go on, use a persistent terminal`
      : limit;
  const explain = (streams: Pick<CommandResult, 'stdout' | 'stderr'>, note?: string): string =>
    [
      `The command was ended after ${describeDuration(durationMs)}, with all that it had started: ${why}.`,
      ...(isSandboxed && missing !== undefined ? [missing] : []),
      'Exit code: none.',
      ...(note === undefined ? [] : [note]),
      describeOutput('stdout', streams.stdout),
      describeOutput('stderr', streams.stderr),
    ].join('\n');
  return new CommandTimeoutError(explain({ stdout, stderr }, readAgain), {
    command,
    endedBy,
    stdout,
    stderr,
    exitCode: null,
    ...(unfitted === undefined ? {} : { whole: explain(unfitted) }),
  });
}
