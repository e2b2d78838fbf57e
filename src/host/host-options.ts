import type { NetworkPolicy } from '../actors/approvals/plan-access.js';
import type { RunLimits } from '../actors/protocol/agent.js';
import type { ApprovalPolicy, ApprovalRule, ApprovalStore } from '../actors/protocol/approvals.js';
import type { Diagnostics } from '../actors/protocol/diagnostics.js';
import type { FileChanges, RecoveredChanges } from '../actors/protocol/file-changes.js';
import type { KeptVersions } from './node/checkpoints/kept-versions.js';
import type { LLMConfig, LLMMessage, LLMProvider } from '../actors/protocol/llm.js';
import type { FileAccess } from '../actors/protocol/ports.js';
import type { SandboxState, TerminalAccess } from '../actors/protocol/shell.js';
import type { ThreadStore } from '../actors/protocol/thread-store.js';
import type { Tool } from '../actors/protocol/tool.js';
import type { WorkspaceConfig } from '../actors/protocol/workspace.js';
import type { Clock } from '../actors/runtime/clock.js';
import type { SupervisionLimits } from '../actors/runtime/restart-budget.js';
import type { WebAccess } from '../actors/tools/web/web-access.js';
import type { ToolRegistry } from '../actors/tools/calls/registry.js';
import type { AgentEngine } from './engine/agent-engine.js';
import type { HostInstructions } from './instructions/host-instructions.js';
import type { InstructionsOptions } from './instructions/instructions-options.js';
import type { McpOptions, McpServers } from './mcp/mcp-options.js';
import type { Workspace } from './workspace.js';

/** Options of the index, for every root. */
export interface WorkspaceOptions {
  /** gitignore syntax. Matching paths are indexed whatever the ignore rules say. */
  readonly corePatterns?: readonly string[];
  /** gitignore syntax. Matching paths are not indexed. */
  readonly ignorePatterns?: readonly string[];
  /** Default true. */
  readonly useGitignore?: boolean;
  /**
   * Most entries of each root to index besides those of `corePatterns`; a search that misses the others finds them on
   * the disk. Minimum 1. Default: no limit but `memoryBudgetBytes`.
   */
  readonly dynamicCapacity?: number;
  /**
   * Most memory for the index, divided equally among the roots. Default: 1 GiB for each root, some 16 million files.
   */
  readonly memoryBudgetBytes?: number;
  /**
   * Default `auto`: `per-directory` on Linux, `parcel` elsewhere. `none` leaves the index as the scan found it until
   * `refresh`.
   */
  readonly watcher?: WorkspaceConfig['watcher'];
  /**
   * Folder for snapshots of the index, so that a folder that was open before is searchable at once: 50 bytes a file; and
   * for content filters, a tenth of the searched text and at most 512 MB. Must lie outside the roots. `null` keeps
   * nothing. Default: `TROUPE_CACHE_DIRECTORY`, otherwise the person's cache folder (`~/.cache/troupe`,
   * `~/Library/Caches/troupe`, `%LOCALAPPDATA%\\troupe\\cache`).
   */
  readonly cacheDirectory?: string | null;
  /**
   * When the index starts, on a thread of its own. `on-demand`: with the first search, listing or mention; a conversation
   * that needs none never pays for it. `eager`: at once; `createHost` resolves when its thread is up, and rejects if that
   * cannot start. Default: `on-demand`.
   */
  readonly start?: 'on-demand' | 'eager';
  /**
   * Whether watches, file contents and searches are prepared as soon as a root is known, and not at the first request
   * that needs them. Pays for a program that keeps the workspace open. Default: no.
   */
  readonly isReadAhead?: boolean;
  /** Default: the number of cores, four at most. */
  readonly scanThreads?: number;
  /** The ripgrep program that content searches may use. Default: that of `@vscode/ripgrep`, where it is installed. */
  readonly ripgrepPath?: string;
}

/** The limits of commands that tools run, on systems with a sandbox. */
export interface CommandOptions {
  /**
   * Whether commands may use the network. `ask`: once for each conversation, when the first command needs it. Default:
   * `ask`. Commands that are not known to only read need approval first.
   */
  readonly network?: NetworkPolicy;
  /**
   * Names of variables of the environment that every command in a sandbox gets. Default: none but the well-known
   * harmless ones.
   */
  readonly environment?: readonly string[];
}

/** Where versions of files are kept, and how many. */
export interface CheckpointOptions {
  /** Absolute. Default: in the state folder. */
  readonly folder?: string;
  /** Default: 2 GiB. Units: bytes on the disk. */
  readonly quotaBytes?: number;
  /**
   * The folders that hold, at any depth, the files of all threads that refer to versions in `folder`. Default: they are not
   * known; nothing is ever deleted then, and a full store keeps no more.
   */
  readonly threadFolders?: readonly string[];
}

/** What models may ask to do on the web. */
export interface WebOptions {
  /** Whether `web_search` is offered to models whose provider has a search. Default: yes. */
  readonly search?: boolean;
  /**
   * How pages are reached. Default: directly, without the proxies of the environment, so that each address can be judged
   * before anything is sent there.
   */
  readonly access?: WebAccess;
}

export interface HostOptions {
  /**
   * Workspace folders: absolute, or relative to the working directory. With none there are no tools that work on files or run
   * commands, and the model answers without them.
   */
  readonly roots: readonly string[];
  /** Default: the offline provider, which needs no key and no network. */
  readonly model?: LLMConfig;
  /**
   * How the person gets a language model, as a sentence that the offline provider adds to an answer which needs one.
   * Default: by options of the command line.
   */
  readonly setAModel?: string;
  readonly workspace?: WorkspaceOptions;
  /** The files that tools read. Default: the disk. An editor provides its unsaved buffers. */
  readonly files?: FileAccess;
  /** How tools change files. Default: on the disk. An editor changes its unsaved buffers. */
  readonly changes?: FileChanges;
  /** The problems that an editor knows in files. Default: none. */
  readonly diagnostics?: Diagnostics;
  /**
   * Folder for the journal of changes, from which a crash is recovered. Default: the system's folder for the state of
   * programs.
   */
  readonly stateDirectory?: string;
  readonly limits?: Partial<RunLimits>;
  /**
   * For each category, whether its calls run without asking. Default: reading does; all else needs approval, except for
   * commands that only read. With `auto`, everything of that category runs unless a rule denies or asks, or a page would come
   * from an address that is not public. Read for each call, so that it may have getters.
   */
  readonly approvals?: Partial<ApprovalPolicy>;
  /** Rules for certain commands, files, tools or servers, whatever their category. Default: none. */
  readonly approvalRules?: readonly ApprovalRule[];
  readonly commands?: CommandOptions;
  /**
   * Stores the rules with scope `always`, outside every root. Default: none, so that they hold for the conversation.
   */
  readonly approvalStore?: ApprovalStore;
  /**
   * Stores the threads of every engine; a thread may be open in one engine at a time. Default: each engine keeps its
   * threads in memory.
   */
  readonly threadStore?: ThreadStore;
  /**
   * Whether it is recorded what threads do to files, so that it can be undone: contents are kept in `folder`, outside of
   * the roots, under a quota. Default: with a `threadStore`, 2 GiB in the state folder; without one it is not.
   */
  readonly checkpoints?: false | CheckpointOptions;
  /** Files that no command may read, such as one with a key. Default: the well-known ones only. */
  readonly secretFiles?: readonly string[];
  /**
   * Names of variables of the environment that no command gets, such as one with a key. Default: only those whose names
   * say that they hold the key of a model.
   */
  readonly secretVariables?: readonly string[];
  /** How often a crashed index thread is restarted. */
  readonly supervision?: Partial<SupervisionLimits>;
  /**
   * The clock for the waits and limits of turns; the index uses its own. Default: the real clock; tests pass a
   * `FakeClock`.
   */
  readonly clock?: Clock;
  /**
   * Which rules files (`AGENTS.md`), skills and commands are read. They are text that guides the model and permits nothing.
   * Default: those of the workspace.
   */
  readonly instructions?: false | InstructionsOptions;
  /**
   * Whether models are offered `fetch_url` and `web_search`. A person is asked about each call, unless a rule or `approvals`
   * decides. Default: no, and models do not hear of them.
   */
  readonly web?: false | WebOptions;
  /** MCP servers, whose tools are offered besides the built-in ones. Default: none. */
  readonly mcp?: McpOptions;
  /** Custom tools, offered besides the built-in ones. */
  readonly tools?: readonly Tool[];
  /** Custom providers, besides `offline`, `openai`, `openai-responses` and `anthropic`. */
  readonly providers?: readonly LLMProvider[];
}

/** Options of an agent with a conversation of its own, on the host's workspace. */
export interface EngineOptions {
  /** Default: the host's. */
  readonly model?: LLMConfig;
  /** Default: the host's. */
  readonly limits?: Partial<RunLimits>;
  /** The conversation to continue, from `history` of another engine. Default: none. */
  readonly history?: readonly LLMMessage[];
}

/** A workspace, the tools that work on it, and an agent that uses them. */
export interface Host extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly tools: ToolRegistry;
  readonly engine: AgentEngine;
  readonly mcp: McpServers;
  /** The commands and skills of the person and of the workspace. */
  readonly instructions: HostInstructions;
  /** The persistent terminals that models have opened. */
  readonly terminals: TerminalAccess;
  /**
   * Whether commands run in a sandbox; if not, `missing` says why and what brings one, as a sentence without its full stop.
   * Without one most commands that only look are asked about, and those that are allowed run as the person. The first call
   * tests it. Errors: `AskTimeoutError` when there is no answer after a minute. Cost: a process, 20 ms.
   */
  sandboxState(): Promise<SandboxState>;
  /** The versions of files that are kept. Absent when none are. */
  readonly versions?: KeptVersions;
  /** The outcome of changes that an earlier process had begun when it died, once they are completed or rolled back. */
  readonly recovered: Promise<readonly RecoveredChanges[]>;
  /** Makes another agent on the same workspace. Errors: `SettingsError`. */
  createEngine(options?: EngineOptions): AgentEngine;
}
