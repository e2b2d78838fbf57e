import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { RunLimits } from '../actors/protocol/agent.js';
import type { LLMAdapter, LLMConfig, LLMMessage, LLMProvider } from '../actors/protocol/llm.js';
import type { Diagnostics } from '../actors/protocol/diagnostics.js';
import type { FileChanges, RecoveredChanges } from '../actors/protocol/file-changes.js';
import type { FileAccess } from '../actors/protocol/ports.js';
import type { SandboxRequest } from '../actors/protocol/shell.js';
import type { Tool } from '../actors/protocol/tool.js';
import type {
  AbsPath,
  RootConfig,
  WorkspaceConfig,
  WorkspaceProtocol,
} from '../actors/protocol/workspace.js';
import { offlineProvider } from '../actors/llm/offline.js';
import { openaiProvider } from '../actors/llm/openai.js';
import { ProviderRegistry } from '../actors/llm/registry.js';
import { breathe } from '../actors/runtime/abort.js';
import { Scope } from '../actors/runtime/scope.js';
import { startThread } from '../actors/runtime/thread.js';
import { createCreateFileOrFolderTool } from '../actors/tools/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../actors/tools/delete-file-or-folder.js';
import { createEditFileTool, type EditFileParams, pathsOfEdit } from '../actors/tools/edit-file.js';
import { createGetDirTreeTool } from '../actors/tools/get-dir-tree.js';
import { createLsDirTool } from '../actors/tools/ls-dir.js';
import { createKillPersistentTerminalTool } from '../actors/tools/kill-persistent-terminal.js';
import { createOpenPersistentTerminalTool } from '../actors/tools/open-persistent-terminal.js';
import { createReadFileTool } from '../actors/tools/read-file.js';
import { createReadLintErrorsTool } from '../actors/tools/read-lint-errors.js';
import { ToolRegistry } from '../actors/tools/registry.js';
import { createRewriteFileTool } from '../actors/tools/rewrite-file.js';
import { createRunCommandTool } from '../actors/tools/run-command.js';
import { createRunPersistentCommandTool } from '../actors/tools/run-persistent-command.js';
import { createSearchForFilesTool } from '../actors/tools/search-for-files.js';
import { createSearchInFileTool } from '../actors/tools/search-in-file.js';
import { createSearchPathnamesOnlyTool } from '../actors/tools/search-pathnames-only.js';
import { WorkspaceGate } from '../actors/tools/workspace-gate.js';
import type { SupervisionLimits } from '../machines/supervision-limits.js';
import type { ApprovalRule, ApprovalStore } from '../actors/protocol/approvals.js';
import type { ApprovalPolicy } from '../actors/approvals/judge-call.js';
import { superviseWorker } from './compose.js';
import { AgentEngine } from './engine.js';
import { loadBashParser } from './node/bash-parser.js';
import { cacheFolder } from './node/cache-folder.js';
import { diskChanges } from './node/disk-changes.js';
import { nodeFiles } from './node/files.js';
import { createGlobExpander } from './node/expand-glob.js';
import { followLinks } from './node/follow-links.js';
import { findSandbox } from './node/sandbox/find-sandbox.js';
import { resolveRoot } from './node/resolve-root.js';
import { LocalShell } from './node/shell/local-shell.js';
import { stateDirectory } from './node/state-directory.js';
import { LocalTerminals } from './node/terminals/local-terminals.js';
import { OFFLINE } from './settings.js';
import { SupervisedRef } from './supervised-ref.js';
import { Workspace } from './workspace.js';

// A scan is bound by the disk's cache and by two cores on small machines; more than four threads gain little.
const MAX_SCAN_THREADS = 4;

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
   * a file; outside of the roots. `null` keeps nothing. Default: `TROUPE_CACHE_DIRECTORY`, else a folder of the person's
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

/**
 * A host over some folders. The index starts to fill at once; nothing waits for it but what needs it. Dispose of the
 * host to stop its threads and processes.
 * Errors: `InvalidRootError`, `PatternSyntaxError`, `SettingsError`.
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const scope = new Scope();
  try {
    // Two paths may lead to one folder.
    const roots = [...new Set(await Promise.all(options.roots.map(resolveRoot)))];
    const providers = new ProviderRegistry([offlineProvider, openaiProvider, ...(options.providers ?? [])]);
    const createAdapter = (model: LLMConfig): LLMAdapter =>
      providers.get(model.provider).createAdapter(model);
    const adapter = createAdapter(options.model ?? OFFLINE);
    const files = options.files ?? nodeFiles;

    const config = workspaceConfig(roots, options.workspace ?? {});
    const supervisor = scope.use(
      superviseWorker<WorkspaceProtocol>({
        name: 'index',
        start: () =>
          startThread({ name: 'index', entry: new URL('./index.entry.js', import.meta.url), data: config }),
        ...(options.supervision === undefined ? {} : { limits: options.supervision }),
      }),
    );
    const workspace = new Workspace(roots, new SupervisedRef('index', supervisor));
    const changes = options.changes ?? diskChanges(options.stateDirectory ?? stateDirectory());
    const tools = new ToolRegistry();
    const deps = {
      workspace: workspace.ref,
      gate: new WorkspaceGate(roots, files),
      files,
      changes,
      ...(options.diagnostics === undefined ? {} : { diagnostics: options.diagnostics }),
    };
    const registerTools = (): void => {
      for (const create of [
        createReadFileTool,
        createLsDirTool,
        createGetDirTreeTool,
        createSearchPathnamesOnlyTool,
        createSearchForFilesTool,
        createSearchInFileTool,
        createReadLintErrorsTool,
        createCreateFileOrFolderTool,
        createDeleteFileOrFolderTool,
        createEditFileTool,
        createRewriteFileTool,
      ])
        tools.register(create(deps));
    };
    const [sandbox] = await Promise.all([
      findSandbox({ roots, secrets: options.secretFiles ?? [] }),
      // That holds this thread up for some ms: best before the workspace is scanned, and not in one go with a start.
      breathe().then(registerTools),
    ]);
    const reach: SandboxRequest = { kind: 'workspace', hasNetwork: options.commands?.hasNetwork ?? true };
    const shell = scope.use(new LocalShell({ sandbox }));
    const terminals = scope.use(new LocalTerminals({ sandbox, request: reach }));
    tools.register(createRunCommandTool({ shell, gate: deps.gate, sandbox: reach }));
    for (const create of [
      createOpenPersistentTerminalTool,
      createRunPersistentCommandTool,
      createKillPersistentTerminalTool,
    ])
      tools.register(create({ terminals, gate: deps.gate, sandbox: reach }));
    for (const tool of options.tools ?? []) tools.register(tool);

    const createEngine = ({ model, limits = options.limits, history }: EngineOptions = {}): AgentEngine => {
      const engine = new AgentEngine({
        adapter: model === undefined ? adapter : createAdapter(model),
        tools,
        roots,
        ...(limits === undefined ? {} : { limits }),
        ...(options.approvals === undefined ? {} : { approvals: options.approvals }),
        judging: {
          loadParser: loadBashParser,
          followLinks,
          createGlobExpander,
          sandboxState: () => shell.sandboxState,
          pathsOf: ({ tool, params }) => (tool === 'edit_file' ? pathsOfEdit(params as EditFileParams) : []),
          ...(options.approvalRules === undefined ? {} : { rules: options.approvalRules }),
          ...(options.approvalStore === undefined ? {} : { store: options.approvalStore }),
        },
        ...(history === undefined ? {} : { history }),
      });
      scope.defer(() => {
        engine.cancel();
      });
      return engine;
    };
    const engine = createEngine();
    // All else is done while its thread starts.
    await supervisor.current();
    return {
      workspace,
      tools,
      engine,
      createEngine,
      recovered: changes.recover(),
      [Symbol.asyncDispose]: () => scope[Symbol.asyncDispose](),
    };
  } catch (error) {
    await scope[Symbol.asyncDispose]();
    throw error;
  }
}

function workspaceConfig(roots: readonly AbsPath[], options: WorkspaceOptions): WorkspaceConfig {
  const { dynamicCapacity, memoryBudgetBytes, ripgrepPath, cacheDirectory = cacheFolder() } = options;
  return {
    roots: roots.map((path): RootConfig => ({
      path,
      corePatterns: options.corePatterns ?? [],
      ignorePatterns: options.ignorePatterns ?? [],
      useGitignore: options.useGitignore ?? true,
      ...(dynamicCapacity === undefined ? {} : { dynamicCapacity }),
      ...(memoryBudgetBytes === undefined
        ? {}
        : { memoryBudgetBytes: Math.floor(memoryBudgetBytes / roots.length) }),
    })),
    ...(cacheDirectory === null ? {} : { snapshotDirectory: resolve(cacheDirectory, 'index') }),
    ...(ripgrepPath === undefined ? {} : { ripgrepPath }),
    watcher: options.watcher ?? 'auto',
    ...(options.isReadAhead === undefined ? {} : { isReadAhead: options.isReadAhead }),
    scanThreads: options.scanThreads ?? Math.min(MAX_SCAN_THREADS, availableParallelism()),
  };
}

export type { AgentEvent, AgentMode, AgentState, RunLimits, TurnOutcome } from '../actors/protocol/agent.js';
export * from '../actors/protocol/errors.js';
export type {
  FinishReason,
  LLMAdapter,
  LLMConfig,
  LLMMessage,
  LLMOptions,
  LLMProvider,
  ModelDelta,
  RetryNotice,
  ToolCall,
  ToolDescription,
  Usage,
} from '../actors/protocol/llm.js';
export type { Diagnostic, Diagnostics } from '../actors/protocol/diagnostics.js';
export type * from '../actors/protocol/file-changes.js';
export type {
  ApprovalRule,
  ApprovalStore,
  RememberScope,
  RuleEffect,
  RuleSubject,
} from '../actors/protocol/approvals.js';
export type { FileAccess, FileStat } from '../actors/protocol/ports.js';
export type {
  CallPreview,
  JsonSchema,
  OutputBudget,
  Tool,
  ToolCategory,
  ToolContext,
  ToolOutcome,
  ToolResult,
} from '../actors/protocol/tool.js';
export type * from '../actors/protocol/workspace.js';
export type {
  AskArg,
  AskKind,
  AskOptions,
  AskReply,
  EventKind,
  Protocol,
  Ref,
  TellKind,
} from '../actors/runtime/ref.js';
export type { EventStream } from '../actors/runtime/stream.js';
export { defineTool, type ToolDefinition } from '../actors/tools/define-tool.js';
export type { ToolRegistry } from '../actors/tools/registry.js';
export type { ApprovalPolicy } from '../actors/approvals/judge-call.js';
export type { ApprovalDecision } from '../machines/checked-call.js';
export type { SupervisionLimits } from '../machines/supervision-limits.js';
export type { AnswerOptions } from './approvals.js';
export type { AgentEngine } from './engine.js';
export type { LifeState } from './lives.js';
export { resolveModel, type ModelSettings } from './settings.js';
export type { GrepQuery, Workspace } from './workspace.js';
