import type { WireError } from './errors.js';
import type { ReadLog } from './file-changes.js';
import type { AbsPath } from './workspace.js';

/** A JSON Schema object, as models are given it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What approval a tool falls under. Source: SPEC A5. */
export type ToolCategory = 'Read file' | 'File edits' | 'Dangerous tools' | 'MCP tools';

/** How much of a model's window one result may take. */
export interface OutputBudget {
  /** Units: tokens; `Infinity` where there is no limit. */
  readonly maxTokens: number;
  /** About how many tokens a text makes. */
  readonly estimateTokens: (text: string) => number;
}

/** What every execution is lent. */
export interface ToolContext {
  readonly signal: AbortSignal;
  readonly roots: readonly AbsPath[];
  /** Where a command's output goes while it runs. */
  readonly onOutput?: (chunk: { readonly stream: 'stdout' | 'stderr'; readonly text: string }) => void;
  /** What the conversation has read. Default: nothing. */
  readonly reads?: ReadLog;
  /** What the result may take of the model's window; a longer one loses its middle. Default: there is no limit. */
  readonly budget?: OutputBudget;
}

/** What a call would do, for the person who approves it. */
export type CallPreview =
  /** A unified diff, which may be cut; `path` is the first file in it. */
  | { readonly kind: 'diff'; readonly path: string; readonly diff: string }
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly cwd: string;
      readonly notes: readonly string[];
    }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Something the model can do. `Params` is what `validate` returns, so `run` never sees raw input.
 */
export interface Tool<Params = unknown, Result = unknown> {
  readonly name: string;
  /** Written for the model. */
  readonly description: string;
  readonly category: ToolCategory;
  /** The MCP server that it comes from. Default: none. */
  readonly server?: string;
  /** Read-only tools asked for together run together; the rest run in order. Source: SPEC T7. */
  readonly isReadOnly: boolean;
  readonly parameters: JsonSchema;
  /** Errors: `InvalidParamsError`, written for the model. */
  validate(raw: unknown): Params;
  /** Errors: any; a failure becomes an observation. Stops soon after `context.signal` aborts. */
  run(params: Params, context: ToolContext): Promise<Result>;
  /**
   * What the call would do; nothing is changed. Absent: nothing is known before it runs.
   * Errors: any. `preview` also throws what `run` would certainly throw; then the call does not run, and no person is asked.
   */
  preview?(params: Params, context: ToolContext): Promise<CallPreview>;
  /** The result as the model reads it. */
  format(result: Result, params: Params): string;
}

/** How a tool call ended. Source: SPEC H2. */
export type ToolOutcome = 'success' | 'tool_error' | 'rejected' | 'invalid_params';

/** What the model and the person are told of a finished call. */
export interface ToolResult {
  readonly outcome: ToolOutcome;
  readonly success: boolean;
  /** Text for the model: the result, or what went wrong and what to do. */
  readonly output: string;
  /** The code of the error, where there was one. */
  readonly error?: string;
  /**
   * What was thrown, where it is none of our errors, or the cause of a `ToolExecutionError`. For programs: the model is
   * not told.
   */
  readonly cause?: WireError;
}
