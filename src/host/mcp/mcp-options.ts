import type {
  McpAnswer,
  McpLogLine,
  McpOffers,
  McpPromptMessage,
  McpQuestion,
  McpServerDefinition,
  McpServerStatus,
  McpToolInfo,
} from '../../actors/protocol/mcp.js';
import type { AttachmentRef } from '../../actors/protocol/attachment.js';
import type { McpTokenStore } from '../node/mcp/token-file.js';
import type { McpInput } from './read-definitions.js';

/** A value that a server needs and only the person knows. */
export interface McpInputQuestion extends McpInput {
  /** The server that needs it. */
  readonly server: string;
  /** The file or source that defines the server: the same id may mean something else in another one. Default: the program. */
  readonly source?: string;
}

/** A text that defines servers and is no file, such as a setting of an editor. */
export interface McpSource {
  /** What the person knows it by. Approvals hold for it. */
  readonly name: string;
  /** Shape: the content of an `mcp.json`. */
  readonly text: string;
}

/** What the person is asked by servers and about them. All of it is optional, and nothing is ever given unasked. */
export interface McpPerson {
  /** Answers the question of a server. Default: it is declined, and `onNotice` says so. */
  readonly answer?: (question: McpQuestion, signal: AbortSignal) => Promise<McpAnswer>;
  /**
   * Asks whether the page of an authorization server may be opened, and opens it. Resolves to whether it was opened.
   * Default: a server that wants this is not used.
   */
  readonly signIn?: (
    request: { readonly server: string; readonly page: string },
    signal: AbortSignal,
  ) => Promise<boolean>;
  /**
   * The address under which the person's browser reaches an address of this machine, where a sign-in comes back to.
   * Default: the same, which is wrong when the browser is on another machine.
   */
  readonly browserUrl?: (local: string) => Promise<string>;
  /** The value of `${input:id}` in a definition. Default: there is none, and the server is not started. */
  readonly input?: (input: McpInputQuestion) => Promise<string | undefined>;
  /** Called with sentences for the person, such as that a question was declined. */
  readonly onNotice?: (message: string) => void;
}

/** Which MCP servers a host has. */
export interface McpOptions {
  /** Servers of the program, besides those of files. Default: none. */
  readonly servers?: readonly McpServerDefinition[];
  /**
   * Whether the person's `mcp.json` and those of the workspace are read; a server of the workspace starts only when its
   * definition was approved. Default: false.
   */
  readonly readsFiles?: boolean;
  /**
   * Further definitions, which are read with the files; each of their servers starts only when it was approved, and one
   * of the person's own file comes first. Default: none.
   */
  readonly sources?: () => readonly McpSource[];
  /** Whether the person has turned a server off. Read with the files. Default: none is. */
  readonly isDisabled?: (server: string) => boolean;
  readonly person?: McpPerson;
  /** Where tokens are kept. Default: a file that only the person can read, if files are read, or else the memory. */
  readonly tokens?: McpTokenStore;
  /** The version of the program, for servers. Default: `0.0.0`. */
  readonly version?: string;
}

/** The MCP servers of a host. Source: SPEC X. */
export interface McpServers extends AsyncDisposable {
  /** What is wrong with the files that define servers, as sentences. */
  readonly problems: readonly string[];
  /** Resolves when each server has started, or will not. From then on their tools are offered. Never rejects. */
  readonly ready: Promise<void>;
  /** All servers, those that do not run included. */
  list(): readonly McpServerStatus[];
  /** The definition of a server as it is written, its variables unreplaced. Errors: `SettingsError` for an unknown name. */
  definition(name: string): McpServerDefinition;
  /** The newest lines of a server's log, without secrets. Errors: `SettingsError` for an unknown name. */
  log(name: string): readonly McpLogLine[];
  /** Starts a server again. Resolves when it is ready, or has failed. Errors: `SettingsError` for an unknown name. */
  restart(name: string): Promise<void>;
  /** The prompts and resources that a server has listed last. Errors: `SettingsError` for an unknown name. */
  offers(name: string): McpOffers;
  /**
   * A prompt with its arguments as a message of the person, without secrets. Errors: `SettingsError`,
   * `ToolExecutionError`; the signal's reason.
   */
  readPrompt(
    name: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<McpPromptMessage>;
  /** A resource as attachments of a message, without secrets. Errors: those of `readPrompt`. */
  readResource(name: string, uri: string, signal: AbortSignal): Promise<readonly AttachmentRef[]>;
  /** Ends a server until it is started again. Errors: `SettingsError` for an unknown name. */
  stop(name: string): Promise<void>;
  /**
   * Forgets the tokens of a server and what `input` has given for it, and ends it.
   * Errors: `SettingsError` for an unknown name; those of the store.
   */
  forget(name: string): Promise<void>;
  /**
   * Reads files, sources and approvals again: what has changed is ended and started as it is defined now, and all else
   * goes on. Resolves when what is to end has ended. Errors: `SettingsError`, and everything stays as it was.
   */
  reload(): Promise<void>;
  /** The tools of a server with their descriptions, as it listed them last. Errors: `SettingsError` for an unknown name. */
  tools(name: string): readonly McpToolInfo[];
  /** The prompts of a server: `{ name, description, arguments }`, unchecked. Errors: `SettingsError`, `ToolExecutionError`. */
  prompts(name: string, signal: AbortSignal): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** A prompt with its arguments: `{ messages }`, unchecked. Errors: `SettingsError`, `ToolExecutionError`. */
  prompt(
    name: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Calls `listener` when the state or the tools of a server change. Returns the function that ends this. */
  onChanged(listener: () => void): () => void;
  /** Calls `listener` with each new line of a server's log. Returns the function that ends this. Errors: `SettingsError`. */
  onLog(name: string, listener: (line: McpLogLine) => void): () => void;
}
