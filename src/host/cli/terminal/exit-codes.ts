import type { TurnOutcome } from '../../../actors/protocol/agent.js';
import type { PlanView } from '../../../actors/protocol/plans/plan-view.js';
import { TroupeError, type ErrorCode } from '../../../actors/protocol/errors.js';

/** The exit codes of the process, as listed in `troupe help all`. */
export const ExitCode = {
  ok: 0,
  nothingFound: 1,
  badInput: 2,
  modelUnreachable: 3,
  modelRefused: 4,
  limitReached: 5,
  failed: 6,
  denied: 7,
  planned: 8,
  interrupted: 130,
  readerGone: 141,
} as const;

export const EXIT_CODE_HELP = `
Exit codes:
  0    done
  1    nothing found (search, grep, threads search)
  2    bad arguments, settings, patterns, root or conversation
  3    the model cannot be reached, or keeps asking to slow down
  4    the model's server refused the key or the request
  5    a limit was reached before there was an answer
  6    anything else went wrong
  7    every call that needed approval was denied
  8    a plan waits for its approval (--mode plan)
  129  the terminal was closed (SIGHUP)
  130  interrupted (Ctrl-C)
  141  the reader of the output was gone before its end (SIGPIPE), as with "| head -1"
  143  asked to end (SIGTERM)`;

const BY_CODE: Partial<Record<ErrorCode, number>> = {
  SETTINGS: ExitCode.badInput,
  INVALID_ROOT: ExitCode.badInput,
  PATTERN_SYNTAX: ExitCode.badInput,
  FILE_NOT_FOUND: ExitCode.badInput,
  PERMISSION_DENIED: ExitCode.badInput,
  WORKSPACE_BOUNDARY: ExitCode.badInput,
  THREAD_NOT_FOUND: ExitCode.badInput,
  SCHEMA_VERSION: ExitCode.badInput,
  INVALID_JSON: ExitCode.badInput,
  LLM_CONNECTION: ExitCode.modelUnreachable,
  LLM_RATE_LIMIT: ExitCode.modelUnreachable,
  LLM_AUTH: ExitCode.modelRefused,
  LLM_REQUEST: ExitCode.modelRefused,
  CONTEXT_OVERFLOW: ExitCode.modelRefused,
  MAX_ITERATIONS: ExitCode.limitReached,
  CANCELLED: ExitCode.interrupted,
};

function exitCodeOf(code: ErrorCode): number {
  return BY_CODE[code] ?? ExitCode.failed;
}

/** The exit code for the end of a turn, or of several. */
export function exitCodeOfTurn(
  report: TurnOutcome & { readonly isDenied: boolean; readonly plan?: Pick<PlanView, 'status'> },
): number {
  const { plan } = report;
  if (plan?.status === 'draft') return ExitCode.planned;
  if (report.type === 'error') return exitCodeOf(report.code);
  if (plan !== undefined && plan.status !== 'completed') return ExitCode.failed;
  return report.isDenied ? ExitCode.denied : ExitCode.ok;
}

/** The exit code for whatever was thrown. */
export function exitCodeOfError(thrown: unknown): number {
  return thrown instanceof TroupeError ? exitCodeOf(thrown.code) : ExitCode.failed;
}
