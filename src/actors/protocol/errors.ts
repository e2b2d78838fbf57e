import { errorCode } from './errors/error-code.js';
import { omitUndefined } from './json/omit-undefined.js';
import type { SandboxRefusal } from './sandbox-refusal.js';
import type { WebTarget } from './web/web-target.js';

/**
 * The base class of every error that Troupe reports. Each class has a stable `code` for programs, a message for people
 * that says what to do next, and `details` made of plain data so that they survive a thread boundary.
 */
export abstract class TroupeError<Details extends object = object> extends Error {
  abstract readonly code: ErrorCode;
  readonly details: Details;

  constructor(message: string, details: Details, options?: { cause?: unknown }) {
    super(message, options);
    this.details = details;
  }
}

/**
 * The model's API cannot be reached, answered with a server error, or cut the stream. Retried 3 times. `retryAfterMs` is the
 * wait that it asks for, if it names one.
 */
export class LLMConnectionError extends TroupeError<{
  url?: string;
  status?: number;
  retryAfterMs?: number;
  attempts?: number;
}> {
  override readonly name = 'LLMConnectionError';
  readonly code = 'LLM_CONNECTION';
}

/** The model's API reports a rate limit. `retryAfterMs` is the wait that it asks for, if it names one. */
export class LLMRateLimitError extends TroupeError<{ retryAfterMs?: number; attempts?: number }> {
  override readonly name = 'LLMRateLimitError';
  readonly code = 'LLM_RATE_LIMIT';
}

/** The model's API refused the key (401, 403). Never retried. */
export class LLMAuthError extends TroupeError<{ status?: number }> {
  override readonly name = 'LLMAuthError';
  readonly code = 'LLM_AUTH';
}

/**
 * The model's API refused the request itself: unknown model, bad parameter, context window exceeded. An identical
 * request is never retried. `problem` is set where a program can react. `context overflow`: the conversation exceeds
 * the model's window, of `contextWindow` tokens where the server said so. `no tools`: the model or its server cannot
 * call tools.
 */
export class LLMRequestError extends TroupeError<{
  status?: number;
  problem?: 'context overflow' | 'no tools';
  contextWindow?: number;
}> {
  override readonly name = 'LLMRequestError';
  readonly code = 'LLM_REQUEST';
}

/**
 * What every request has to contain does not fit into the model's window, so nothing was sent. `parts` are the tokens of
 * each part. Units: estimated tokens.
 */
export class ContextOverflowError extends TroupeError<{
  contextWindow: number;
  needed: number;
  parts: { system: number; tools: number; instructions: number; message: number };
}> {
  override readonly name = 'ContextOverflowError';
  readonly code = 'CONTEXT_OVERFLOW';
}

/**
 * The model's reply cannot be used: it is empty, calls a tool without a name, or writes a call as text that the server
 * should have parsed, thrown after one retry; or several replies in a row reached the output limit in a call.
 */
export class LLMResponseError extends TroupeError<{
  problem: 'empty' | 'nameless call' | 'call as text' | 'cut call';
}> {
  override readonly name = 'LLMResponseError';
  readonly code = 'LLM_RESPONSE';
}

/** A tool failed while it ran. The model gets the message as an observation. */
export class ToolExecutionError extends TroupeError<{ tool: string }> {
  override readonly name = 'ToolExecutionError';
  readonly code = 'TOOL_EXECUTION';
}

/**
 * A command that nobody was asked about failed because the sandbox kept something from it. A person is asked now; the
 * message includes its output.
 */
export class SandboxRefusedError extends TroupeError<{ refusal: SandboxRefusal }> {
  override readonly name = 'SandboxRefusedError';
  readonly code = 'SANDBOX_REFUSED';
}

/**
 * A call that fetches a page came to an address that nobody was asked about. Nothing was sent there; the address is judged
 * now, and the call goes on with it.
 */
export class UnaskedAddressError extends TroupeError<{ target: WebTarget }> {
  override readonly name = 'UnaskedAddressError';
  readonly code = 'UNASKED_ADDRESS';
}

/** A call would do something else than the preview that a person approved. Nothing was changed. */
export class PreviewChangedError extends TroupeError<{ tool: string }> {
  override readonly name = 'PreviewChangedError';
  readonly code = 'PREVIEW_CHANGED';
}

/**
 * A command exceeded its time limit, or printed nothing for too long, and was killed. The message includes its output.
 */
export class CommandTimeoutError extends TroupeError<{
  command: string;
  endedBy: 'timeout' | 'idle';
  stdout: string;
  stderr: string;
  exitCode: null;
  /** The message with all of the output, where it has a part of that only. */
  whole?: string;
}> {
  override readonly name = 'CommandTimeoutError';
  readonly code = 'COMMAND_TIMEOUT';
}

/** The model asked for a tool that is not registered, or not offered in this mode. */
export class UnknownToolError extends TroupeError<{ tool: string; known: readonly string[] }> {
  override readonly name = 'UnknownToolError';
  readonly code = 'UNKNOWN_TOOL';
}

/** A tool's parameters do not fit its schema. The message is written for the model. */
export class InvalidParamsError extends TroupeError<{ tool: string; problems: readonly string[] }> {
  override readonly name = 'InvalidParamsError';
  readonly code = 'INVALID_PARAMS';
}

/** The engine is busy with another message. Wait for its turn to end, or cancel it. */
export class EngineBusyError extends TroupeError {
  override readonly name = 'EngineBusyError';
  readonly code = 'ENGINE_BUSY';
}

/** A plan cannot be what somebody wants it to be, or is not where that would be possible. Nothing of it was changed. */
export class PlanError extends TroupeError<{ problem: 'content' | 'changed' | 'state'; param?: string }> {
  override readonly name = 'PlanError';
  readonly code = 'PLAN';
}

/** The host, or the conversation, was closed before: make another host, or open the conversation again. */
export class DisposedError extends TroupeError<{ thread?: string }> {
  override readonly name = 'DisposedError';
  readonly code = 'DISPOSED';
}

/**
 * A run reached a limit before it had an answer. The `error` event carries what it had found so far as `partial`. Limit
 * `repeats`: the model kept making the same call.
 */
export class MaxIterationsError extends TroupeError<{
  limit: 'iterations' | 'tokens' | 'cost' | 'time' | 'repeats';
  /** Units: those of the limit; US dollars for `cost`. */
  allowed: number;
}> {
  override readonly name = 'MaxIterationsError';
  readonly code = 'MAX_ITERATIONS';
}

/** A person or a program cancelled the work. `partial` is the text that had arrived until then. */
export class CancellationError extends TroupeError<{ partial?: string }> {
  override readonly name = 'CancellationError';
  readonly code = 'CANCELLED';
}

/** No such file or directory; `suggestions` are the most similar paths in the index. */
export class FileNotFoundError extends TroupeError<{ path: string; suggestions: readonly string[] }> {
  override readonly name = 'FileNotFoundError';
  readonly code = 'FILE_NOT_FOUND';
}

/** A file has changed since it was last read. Nothing was written. */
export class StaleFileError extends TroupeError<{ path: string }> {
  override readonly name = 'StaleFileError';
  readonly code = 'STALE_FILE';
}

/** A file or directory already exists at the path of a new one. Nothing was changed. */
export class FileExistsError extends TroupeError<{ path: string }> {
  override readonly name = 'FileExistsError';
  readonly code = 'FILE_EXISTS';
}

/** A disk or a quota is full. Nothing was changed. */
export class DiskFullError extends TroupeError<{ path: string }> {
  override readonly name = 'DiskFullError';
  readonly code = 'DISK_FULL';
}

/** The operating system denied access to a path. */
export class PermissionDeniedError extends TroupeError<{ path: string }> {
  override readonly name = 'PermissionDeniedError';
  readonly code = 'PERMISSION_DENIED';
}

/** A path leads outside every root, directly or through a symbolic link. Nothing was touched. */
export class WorkspaceBoundaryError extends TroupeError<{ path: string; roots: readonly string[] }> {
  override readonly name = 'WorkspaceBoundaryError';
  readonly code = 'WORKSPACE_BOUNDARY';
}

/** A workspace root does not exist, is not a directory, or cannot be read. */
export class InvalidRootError extends TroupeError<{
  root: string;
  problem: 'missing' | 'not-a-directory' | 'denied' | 'unreadable';
}> {
  override readonly name = 'InvalidRootError';
  readonly code = 'INVALID_ROOT';
}

/** A `corePatterns`, `ignorePatterns`, glob or regular expression with a syntax error. */
export class PatternSyntaxError extends TroupeError<{ pattern: string; source: string }> {
  override readonly name = 'PatternSyntaxError';
  readonly code = 'PATTERN_SYNTAX';
}

/** A setting, an option or an environment variable has an invalid value. */
export class SettingsError extends TroupeError<{ setting: string }> {
  override readonly name = 'SettingsError';
  readonly code = 'SETTINGS';
}

/** The worker thread or process behind an actor ended. Every pending ask rejects with it at once. */
export class ActorLostError extends TroupeError<{ actor: string; exitCode?: number }> {
  override readonly name = 'ActorLostError';
  readonly code = 'ACTOR_LOST';
}

/** An actor did not answer within the caller's time limit. */
export class AskTimeoutError extends TroupeError<{ actor: string; ask: string; timeoutMs: number }> {
  override readonly name = 'AskTimeoutError';
  readonly code = 'ASK_TIMEOUT';
}

/** A rule forbids a tool call, or nobody can be asked to approve it. The message is written for the model. */
export class ApprovalDeniedError extends TroupeError<{ tool: string }> {
  override readonly name = 'ApprovalDeniedError';
  readonly code = 'APPROVAL_DENIED';
}

/** A thread could not be stored: what `thread` has stored is safe, and open it again to go on from there. */
export class ThreadStoreError extends TroupeError<{ thread: string }> {
  override readonly name = 'ThreadStoreError';
  readonly code = 'THREAD_STORE';
}

/** The store has no such thread, or the thread has no such entry. */
export class ThreadNotFoundError extends TroupeError<{ thread: string; entry?: string }> {
  override readonly name = 'ThreadNotFoundError';
  readonly code = 'THREAD_NOT_FOUND';
}

/**
 * A newer Troupe wrote the thread. It can be read and exported, not continued; nothing of it was changed.
 * `version` is that of the thread, `supported` the newest one that this program can continue.
 */
export class SchemaVersionError extends TroupeError<{ thread: string; version: number; supported: number }> {
  override readonly name = 'SchemaVersionError';
  readonly code = 'SCHEMA_VERSION';
}

/**
 * What is stored of a thread is damaged beyond what can be left out: nothing of it can be read, or the medium returned
 * entries that belong nowhere. `seq` is that of the first entry that does not fit.
 */
export class DataCorruptionError extends TroupeError<{ thread: string; seq?: number }> {
  override readonly name = 'DataCorruptionError';
  readonly code = 'DATA_CORRUPTION';
}

/** A text is no JSON, or not the JSON of an exported thread. `problem` says what was expected and what came. */
export class InvalidJSONError extends TroupeError<{ problem: string }> {
  override readonly name = 'InvalidJSONError';
  readonly code = 'INVALID_JSON';
}

/** The content of a file version is not kept anywhere any more, or what is kept is damaged. Nothing was changed. */
export class VersionLostError extends TroupeError<{ path?: string; hash: string }> {
  override readonly name = 'VersionLostError';
  readonly code = 'VERSION_LOST';
}

/** An actor already holds its maximum of unanswered messages. Try again when it has answered some. */
export class MailboxFullError extends TroupeError<{ actor: string; capacity: number }> {
  override readonly name = 'MailboxFullError';
  readonly code = 'MAILBOX_FULL';
}

const CLASSES = {
  LLM_CONNECTION: LLMConnectionError,
  LLM_RATE_LIMIT: LLMRateLimitError,
  LLM_AUTH: LLMAuthError,
  LLM_REQUEST: LLMRequestError,
  LLM_RESPONSE: LLMResponseError,
  CONTEXT_OVERFLOW: ContextOverflowError,
  TOOL_EXECUTION: ToolExecutionError,
  SANDBOX_REFUSED: SandboxRefusedError,
  UNASKED_ADDRESS: UnaskedAddressError,
  PREVIEW_CHANGED: PreviewChangedError,
  COMMAND_TIMEOUT: CommandTimeoutError,
  UNKNOWN_TOOL: UnknownToolError,
  INVALID_PARAMS: InvalidParamsError,
  ENGINE_BUSY: EngineBusyError,
  PLAN: PlanError,
  DISPOSED: DisposedError,
  MAX_ITERATIONS: MaxIterationsError,
  CANCELLED: CancellationError,
  FILE_NOT_FOUND: FileNotFoundError,
  STALE_FILE: StaleFileError,
  FILE_EXISTS: FileExistsError,
  DISK_FULL: DiskFullError,
  PERMISSION_DENIED: PermissionDeniedError,
  WORKSPACE_BOUNDARY: WorkspaceBoundaryError,
  INVALID_ROOT: InvalidRootError,
  PATTERN_SYNTAX: PatternSyntaxError,
  SETTINGS: SettingsError,
  ACTOR_LOST: ActorLostError,
  ASK_TIMEOUT: AskTimeoutError,
  APPROVAL_DENIED: ApprovalDeniedError,
  THREAD_STORE: ThreadStoreError,
  THREAD_NOT_FOUND: ThreadNotFoundError,
  SCHEMA_VERSION: SchemaVersionError,
  DATA_CORRUPTION: DataCorruptionError,
  INVALID_JSON: InvalidJSONError,
  VERSION_LOST: VersionLostError,
  MAILBOX_FULL: MailboxFullError,
};

/** The stable name of an error class, for programs. */
export type ErrorCode = keyof typeof CLASSES;

/** An error as plain data: what crosses a thread, a process or a log. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly details?: object;
  readonly stack?: string;
  readonly cause?: WireError;
}

// A cause that causes itself must end somewhere, and nobody reads further than this.
const MAX_CAUSES = 8;

/** The plain form of whatever was thrown: class, code, details, stack and causes are kept. */
export function toWire(thrown: unknown, depth = 0): WireError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const code = errorCode(thrown);
  return {
    name: thrown.name,
    message: thrown.message,
    ...omitUndefined({ code }),
    ...(thrown instanceof TroupeError ? { details: thrown.details } : {}),
    ...omitUndefined({ stack: thrown.stack }),
    ...(thrown.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: toWire(thrown.cause, depth + 1) }),
  };
}

const BUILT_IN: Readonly<Record<string, new (message: string, options?: { cause?: unknown }) => Error>> = {
  TypeError,
  RangeError,
  SyntaxError,
};

/** Restores the error that `toWire` flattened, with its class. */
export function fromWire(wire: WireError): Error {
  const options = wire.cause === undefined ? undefined : { cause: fromWire(wire.cause) };
  const known =
    wire.details !== undefined && wire.code !== undefined && Object.hasOwn(CLASSES, wire.code)
      ? (CLASSES[wire.code as ErrorCode] as new (
          m: string,
          d: object,
          o?: { cause?: unknown },
        ) => TroupeError)
      : undefined;
  const error: Error =
    known === undefined
      ? new (BUILT_IN[wire.name] ?? Error)(wire.message, options)
      : new known(wire.message, wire.details ?? {}, options);
  if (wire.stack !== undefined) error.stack = wire.stack;
  if (known === undefined) {
    if (error.name !== wire.name) error.name = wire.name;
    if (wire.code !== undefined) Object.assign(error, { code: wire.code });
  }
  return error;
}
