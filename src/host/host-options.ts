import type { ApprovalPolicy } from '../actors/approvals/judge-call.js';
import type { RunLimits } from '../actors/protocol/agent.js';
import type { ApprovalRule, ApprovalStore } from '../actors/protocol/approvals.js';
import type { Diagnostics } from '../actors/protocol/diagnostics.js';
import type { FileChanges, RecoveredChanges } from '../actors/protocol/file-changes.js';
import type { LLMConfig, LLMMessage, LLMProvider } from '../actors/protocol/llm.js';
import type { FileAccess } from '../actors/protocol/ports.js';
import type { Tool } from '../actors/protocol/tool.js';
import type { WorkspaceConfig } from '../actors/protocol/workspace.js';
import type { Clock } from '../actors/runtime/clock.js';
import type { SupervisionLimits } from '../actors/runtime/restart-budget.js';
import type { ToolRegistry } from '../actors/tools/calls/registry.js';
import type { AgentEngine } from './engine.js';
import type { Workspace } from './workspace.js';

/** How the index of every root is kept. */
export interface WorkspaceOptions {
  /** gitignore syntax; what matches is indexed whatever the ignore rules say. */
  readonly corePatterns?: readonly string[];
  /** gitignore syntax; what matches is left out. */
  readonly ignorePatterns?: readonly string[];
  /** Default true. */
  readonly useGitignore?: boolean;
  /**
   * Most entries of each root to keep beside the core ones; the others are found on the disk when a search misses them.
   * Minimum 1. Default: no limit, everything is kept within `memoryBudgetBytes`.
   */
  readonly dynamicCapacity?: number;
  /** What the index may hold, the same share for each root. Default: 1 GiB for each, some 16 million files. */
  readonly memoryBudgetBytes?: number;
  /**
   * Default `auto`: `per-directory` on Linux, `parcel` elsewhere. `none` leaves the index as the scan found it until
   * `refresh`.
   */
  readonly watcher?: WorkspaceConfig['watcher'];
  /**
   * Where the index is kept for the next time, so that a folder that was open before can be searched at once: 50 bytes
   * a file, and once contents were searched a filter of a tenth of the text, 512 MB for all folders at most; outside of
   * the roots. `null` keeps nothing. Default: `TROUPE_CACHE_DIRECTORY`, else a folder of the person's
   * (`~/.cache/troupe`, `~/Library/Caches/troupe`, `%LOCALAPPDATA%\\troupe\\cache`).
   */
  readonly cacheDirectory?: string | null;
  /**
   * Whether roots are watched, contents read and searches warmed up as soon as a root is known, and not with the first
   * request that needs it: for a program in which the workspace stays open. Default: no.
   */
  readonly isReadAhead?: boolean;
  /** Default: the machine's cores, four at most. */
  readonly scanThreads?: number;
  /** The ripgrep program that content searches may use. Default: that of `@vscode/ripgrep`, where it is installed. */
  readonly ripgrepPath?: string;
}

/** What commands that tools run may reach, where the system has a sandbox for them. */
export interface CommandOptions {
  /** Whether they reach the network. Default true: what is not known to only read is asked about first. */
  readonly hasNetwork?: boolean;
}

export interface HostOptions {
  /** Workspace folders: absolute, or relative to the working directory. */
  readonly roots: readonly string[];
  /** Default: the offline provider, which needs no key and no network. */
  readonly model?: LLMConfig;
  readonly workspace?: WorkspaceOptions;
  /**
   * Whether the host is handed out once the thread of its index is up. Default true. With false it is there at once: a
   * search, or a tool that needs the index, waits for the thread, and fails where that cannot start.
   */
  readonly waitsForIndex?: boolean;
  /** The files that tools read. Default: the disk; an editor lends its unsaved buffers over it. */
  readonly files?: FileAccess;
  /** How tools change files. Default: on the disk; an editor writes through its unsaved buffers. */
  readonly changes?: FileChanges;
  /** What an editor knows to be wrong in files. Default: nothing. */
  readonly diagnostics?: Diagnostics;
  /** Where changes under way are written down, so that a crash leaves none half made. Default: the user's folder for state. */
  readonly stateDirectory?: string;
  readonly limits?: Partial<RunLimits>;
  /**
   * For each category, whether its calls run by themselves. Default: reading does, all else is asked about, save
   * commands that only read. With `auto`, everything of that category runs that no rule forbids or asks about.
   */
  readonly approvals?: Partial<ApprovalPolicy>;
  /** What holds for certain commands, files, tools or servers, whatever their category. Default: none. */
  readonly approvalRules?: readonly ApprovalRule[];
  readonly commands?: CommandOptions;
  /** Where "always" is kept, outside of every root. Default: nowhere; then it holds for the conversation. */
  readonly approvalStore?: ApprovalStore;
  /** Files that no command may read: one with a key, for instance. Default: none beside the well-known ones. */
  readonly secretFiles?: readonly string[];
  /** How often a crashed index thread is started again. */
  readonly supervision?: Partial<SupervisionLimits>;
  /** Time for waits and limits of turns; the index has its own. Default: the machine's; a test lends one that it turns. */
  readonly clock?: Clock;
  /** Tools of the embedding program, offered beside the built-in ones. */
  readonly tools?: readonly Tool[];
  /** Providers of the embedding program, beside `offline` and `openai`. */
  readonly providers?: readonly LLMProvider[];
}

/** An agent with a conversation of its own, on the host's workspace. */
export interface EngineOptions {
  /** Default: the host's. */
  readonly model?: LLMConfig;
  /** Default: the host's. */
  readonly limits?: Partial<RunLimits>;
  /** A conversation to go on with: what `history` of an engine before gave. Default: none. */
  readonly history?: readonly LLMMessage[];
}

/** A workspace, the tools that work on it, and an agent that uses them. */
export interface Host extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly tools: ToolRegistry;
  readonly engine: AgentEngine;
  /** What became of changes that an earlier process had begun when it died, once that is settled. */
  readonly recovered: Promise<readonly RecoveredChanges[]>;
  /** Another agent on the same workspace. Errors: `SettingsError`. */
  createEngine(options?: EngineOptions): AgentEngine;
}
