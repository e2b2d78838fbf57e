import type { WireError } from './errors.js';
import type { CommandGrants, SandboxRequest } from './shell.js';
import type { ReadLog } from './file-changes.js';
import type { ImagePart } from './image-part.js';
import type { AbsPath } from './workspace.js';

/** A JSON Schema object, in the form that models get. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The category that decides which approval a tool needs. Source: SPEC A5. */
export type ToolCategory = 'Read file' | 'File edits' | 'Dangerous tools' | 'MCP tools';

/** How much of a model's context window one result may take. */
export interface OutputBudget {
  /** Units: tokens; `Infinity` where there is no limit. */
  readonly maxTokens: number;
  /** About how many tokens a text has. */
  readonly estimateTokens: (text: string) => number;
}

/** What every execution gets besides its parameters. */
export interface ToolContext {
  readonly signal: AbortSignal;
  readonly roots: readonly AbsPath[];
  /** Receives a command's output while it runs. */
  readonly onOutput?: (chunk: { readonly stream: 'stdout' | 'stderr'; readonly text: string }) => void;
  /** The files that the conversation has read. Default: none. */
  readonly reads?: ReadLog;
  /**
   * How much of the model's context window the result may take; the middle of a longer one is cut out. Default: no
   * limit.
   */
  readonly budget?: OutputBudget;
  /** What a command may access. Default: what the host's options say. */
  readonly access?: SandboxRequest;
  /**
   * The digest of the preview that was judged and, if a person was asked, approved. A call that would do anything else
   * throws `PreviewChangedError`. Default: there was no preview.
   */
  readonly shown?: string;
  /** Keeps what the call's `preview` has planned, for its `run`. Default: `run` plans by itself. */
  readonly keepPlan?: (plan: unknown) => void;
  /** What the `preview` of this very call has kept. Default: nothing. */
  readonly plan?: unknown;
}

/** A file or folder that a call would change. Source: SPEC T11, T12. */
export interface TouchedPath {
  /** The path as the model and the person see it. */
  readonly shown: string;
  /** With symbolic links resolved. */
  readonly absolute: AbsPath;
  readonly change: 'create' | 'edit' | 'delete';
  /** Whether it is a folder that is deleted with its contents. Default: no. */
  readonly isTree?: boolean;
  /** Whether it becomes executable. Default: no. */
  readonly isExecutable?: boolean;
}

/** What a call would do, for the person who approves it. */
export type CallPreview =
  /** A unified diff of all changes; `path` is the first file in it. */
  | {
      readonly kind: 'diff';
      readonly path: string;
      readonly diff: string;
      /** Every file that changes. Default: unknown. */
      readonly files?: readonly TouchedPath[];
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly cwd: string;
      readonly notes: readonly string[];
      /** What the model asks for. Default: nothing. */
      readonly grants?: CommandGrants;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** What the model asks for, for commands that the call lets run. Default: nothing. */
      readonly grants?: CommandGrants;
      /** Every file and folder that changes. Default: unknown. */
      readonly files?: readonly TouchedPath[];
    };

/** An action that the model can request. `Params` is what `validate` returns, so `run` never sees raw input. */
export interface Tool<Params = unknown, Result = unknown> {
  readonly name: string;
  /** Written for the model. */
  readonly description: string;
  readonly category: ToolCategory;
  /** The MCP server that provides the tool. Default: none. */
  readonly server?: string;
  /** Read-only tools that are requested together run in parallel; all others run in order. Source: SPEC T7. */
  readonly isReadOnly: boolean;
  readonly parameters: JsonSchema;
  /** Errors: `InvalidParamsError`, written for the model. */
  validate(raw: unknown): Params;
  /** Errors: any; a failure becomes an observation. Must stop soon after `context.signal` aborts. */
  run(params: Params, context: ToolContext): Promise<Result>;
  /**
   * Describes what the call would do, and changes nothing. Absent: a call cannot be previewed.
   * Errors: any. `preview` also throws what `run` would certainly throw; then the call does not run, and no person is
   * asked.
   */
  preview?(params: Params, context: ToolContext): Promise<CallPreview>;
  /** The result as text for the model. */
  format(result: Result, params: Params): string;
  /**
   * The pictures that go with that text. Those that models would refuse are left out, and the text says so. Default:
   * none.
   */
  images?(result: Result, params: Params): readonly ImagePart[];
  /** The changes that the call has made, as data. Default: none are known. Source: SPEC T12. */
  changes?(result: Result, params: Params): readonly ChangeRecord[];
  /**
   * The files and folders that a call touches, as far as its parameters tell: as the model names them. Must not read
   * anything. Default: the texts in the parameters `uri`, `path`, `from` and `to`. Source: SPEC T12.
   */
  paths?(params: Params): readonly string[];
}

/** How a tool call ended. Source: SPEC H2. */
export type ToolOutcome = 'success' | 'tool_error' | 'rejected' | 'invalid_params';

/** A stretch of a file before and after a change, as in a unified diff. Lines count from 1. */
export interface ChangeHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each with ` `, `-` or `+` in front, without its line end. */
  readonly lines: readonly string[];
}

/** The change that a call made to one file or folder. Source: SPEC T12. */
export interface ChangeRecord {
  readonly kind: 'created' | 'modified' | 'deleted' | 'moved';
  readonly path: AbsPath;
  /** The earlier path of a moved file. */
  readonly from?: AbsPath;
  readonly isDirectory?: boolean;
  /** Absent where there is no text to compare (a directory, a deleted file that was not read), and for a long change. */
  readonly hunks?: readonly ChangeHunk[];
  /** Absent where there is no text to compare. */
  readonly addedLines?: number;
  readonly removedLines?: number;
}

/** The outcome of a finished call, for the model and the person. */
export interface ToolResult {
  readonly outcome: ToolOutcome;
  readonly success: boolean;
  /** Text for the model: the result, or what went wrong and what to do about it. */
  readonly output: string;
  /** Pictures that go with the text. */
  readonly images?: readonly ImagePart[];
  /** The changes that the call made to files, in order. Absent: none, or unknown, as after a command. */
  readonly changes?: readonly ChangeRecord[];
  /** The code of the error, if the call failed. */
  readonly error?: string;
  /**
   * What was thrown, if it is not a `TroupeError`, or the cause of a `ToolExecutionError`. For programs; the model does
   * not see it.
   */
  readonly cause?: WireError;
}
