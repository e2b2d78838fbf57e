import type { WireError } from './errors.js';
import type { CommandGrants, SandboxRequest } from './shell.js';
import type { FileChanges, ReadLog } from './file-changes.js';
import type { ImagePart } from './image-part.js';
import type { JsonSchema } from './json/json-schema.js';
import type { Usage, WebSearchReply } from './llm.js';
import type { NonPublicAddress, WebTarget } from './web/web-target.js';
import type { PlanDraft, PlanStep } from './plans/plan.js';
import type { AbsPath } from './workspace.js';

/** The category that decides which approval a tool needs. Source: SPEC A5. */
export type ToolCategory = 'Read file' | 'File edits' | 'Dangerous tools' | 'Web tools' | 'MCP tools';

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
  /** The id of the thread that makes the call. Default: it is unknown. */
  readonly thread?: string;
  /** The files that the conversation has read. Default: none. */
  readonly reads?: ReadLog;
  /**
   * How much of the model's context window the result may take; the middle of a longer one is cut out. Default: no
   * limit.
   */
  readonly budget?: OutputBudget;
  /**
   * Stops the time of the turn while the call waits for a person; the returned function lets it go on. Default: the time
   * goes on.
   */
  readonly pauseTurn?: () => () => void;
  /** The whole output of an earlier call of the conversation, by its id. Default: none is known. */
  readonly findResult?: (callId: string) => string | undefined;
  /**
   * The id by which the model can read the whole output of this call again, where the result has a part of it only.
   * Default: it cannot.
   */
  readonly resultId?: string;
  /** How the call changes files, so that what it changes is recorded. Default: as the host's tools do. */
  readonly changes?: FileChanges;
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
  /** The address that the call came to, which was judged anew: the call goes on there. Default: it begins. */
  readonly target?: WebTarget;
  /** The web search of the model's provider. Default: there is none. */
  readonly webSearch?: WebSearch;
  /** Puts a plan to the person. Errors: `PlanError`. Default: nobody takes one. */
  readonly proposePlan?: (
    plan: Pick<PlanDraft, 'goal'> & { readonly steps: readonly Omit<PlanStep, 'id'>[] },
  ) => {
    readonly steps: readonly PlanStep[];
    readonly omitted?: number;
  };
  /** Whether the turn carries out a step of an approved plan. Default: no. */
  readonly isStep?: boolean;
}

/** The web search of a provider. */
export interface WebSearch {
  /** Who gets the query. Shape: `provider/model`. */
  readonly provider: string;
  /** Errors: those of `LLMAdapter`. */
  search(query: string, signal: AbortSignal): Promise<WebSearchReply>;
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
    }
  /** A page of the web is fetched. */
  | {
      readonly kind: 'page';
      /** All that its server gets. Shape: as `URL` writes it, so that a name beyond ASCII is in Punycode. */
      readonly url: string;
      /** The name of the host, and its port where that is not the usual one. */
      readonly host: string;
      /** The address that redirects there. Default: the call names it. */
      readonly from?: string;
      /** The addresses of the host that are not for everybody. Default: none is known. */
      readonly addresses?: readonly NonPublicAddress[];
      /** Whether the name of the host is one of those that private networks have. Default: no. */
      readonly isPrivateName?: boolean;
      /** Whether its text is here already, so that nothing is sent. Default: no. */
      readonly isKept?: boolean;
    }
  /** The web is searched. `provider` gets the query. */
  | { readonly kind: 'search'; readonly query: string; readonly provider: string };

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
  /**
   * Whether its calls can be kept from changing anything, as they are in the world `looking`: they do nothing but run a
   * command with the access that they get. Default: no.
   */
  readonly canLook?: boolean;
  /** The modes in which it has a meaning. Shape: of `AgentMode`. Default: all that let it do what it does. */
  readonly modes?: readonly ('plan' | 'agent')[];
  /** What the model's provider must have; with any other model the tool is not offered. Default: nothing. */
  readonly needs?: 'web search';
  /**
   * Whether it changes files through `ToolContext.changes` alone, which records each change. Default: no, so that the
   * whole workspace is looked at before and after a call that is not read-only.
   */
  readonly usesFileChanges?: boolean;
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
  /** All of that text, where `format` gives a part of it. Default: it gives all. */
  whole?(result: Result, params: Params): string | undefined;
  /**
   * The pictures that go with that text. Those that models would refuse are left out, and the text says so. Default:
   * none.
   */
  images?(result: Result, params: Params): readonly ImagePart[];
  /** The changes that the call has made, as data. Default: none are known. Source: SPEC T12. */
  changes?(result: Result, params: Params): readonly ChangeRecord[];
  /** What requests of the call to a model have used. Default: it made none. */
  usage?(result: Result, params: Params): Usage | undefined;
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
  /** All of the text, where `output` has a part of it. The model can read it in pages, and faces do not get it. */
  readonly whole?: string;
  /** Pictures that go with the text. */
  readonly images?: readonly ImagePart[];
  /** The changes that the call made to files, in order. Absent: none, or unknown, as after a command. */
  readonly changes?: readonly ChangeRecord[];
  /** What requests of the call to a model have used. Absent: it made none. */
  readonly usage?: Usage;
  /** What they cost. Units: US dollars; absent where no price is known. */
  readonly costUsd?: number;
  /** The code of the error, if the call failed. */
  readonly error?: string;
  /**
   * What was thrown, if it is not a `TroupeError`, or the cause of a `ToolExecutionError`. For programs; the model does
   * not see it.
   */
  readonly cause?: WireError;
}
