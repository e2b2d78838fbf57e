import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { RunLimits } from '../actors/protocol/agent.js';
import { InvalidRootError } from '../actors/protocol/errors.js';
import type { LLMAdapter, LLMConfig, LLMMessage, LLMProvider } from '../actors/protocol/llm.js';
import type { FileAccess } from '../actors/protocol/ports.js';
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
import { Scope } from '../actors/runtime/scope.js';
import { startThread } from '../actors/runtime/thread.js';
import { createGetDirTreeTool } from '../actors/tools/get-dir-tree.js';
import { createLsDirTool } from '../actors/tools/ls-dir.js';
import { createReadFileTool } from '../actors/tools/read-file.js';
import { ToolRegistry } from '../actors/tools/registry.js';
import { createSearchForFilesTool } from '../actors/tools/search-for-files.js';
import { createSearchInFileTool } from '../actors/tools/search-in-file.js';
import { createSearchPathnamesOnlyTool } from '../actors/tools/search-pathnames-only.js';
import { WorkspaceGate } from '../actors/tools/workspace-gate.js';
import type { SupervisionLimits } from '../machines/supervision-limits.js';
import type { ApprovalPolicy } from './approvals.js';
import { superviseWorker } from './compose.js';
import { AgentEngine } from './engine.js';
import { cacheFolder } from './node/cache-folder.js';
import { nodeFiles } from './node/files.js';
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
  /** Default: the machine's cores, four at most. */
  readonly scanThreads?: number;
}

export interface HostOptions {
  /** Workspace folders: absolute, or relative to the working directory. */
  readonly roots: readonly string[];
  /** Default: the offline provider, which needs no key and no network. */
  readonly model?: LLMConfig;
  readonly workspace?: WorkspaceOptions;
  /** The files that tools read. Default: the disk; an editor lends its unsaved buffers over it. */
  readonly files?: FileAccess;
  readonly limits?: Partial<RunLimits>;
  readonly approvals?: Partial<ApprovalPolicy>;
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
    await supervisor.current();
    const workspace = new Workspace(roots, new SupervisedRef('index', supervisor));

    const tools = new ToolRegistry();
    const deps = { workspace: workspace.ref, gate: new WorkspaceGate(roots, files), files };
    for (const create of [
      createReadFileTool,
      createLsDirTool,
      createGetDirTreeTool,
      createSearchPathnamesOnlyTool,
      createSearchForFilesTool,
      createSearchInFileTool,
    ])
      tools.register(create(deps));
    for (const tool of options.tools ?? []) tools.register(tool);

    const createEngine = ({ model, limits = options.limits, history }: EngineOptions = {}): AgentEngine => {
      const engine = new AgentEngine({
        adapter: model === undefined ? adapter : createAdapter(model),
        tools,
        roots,
        ...(limits === undefined ? {} : { limits }),
        ...(options.approvals === undefined ? {} : { approvals: options.approvals }),
        ...(history === undefined ? {} : { history }),
      });
      scope.defer(() => {
        engine.cancel();
      });
      return engine;
    };
    return {
      workspace,
      tools,
      engine: createEngine(),
      createEngine,
      [Symbol.asyncDispose]: () => scope[Symbol.asyncDispose](),
    };
  } catch (error) {
    await scope[Symbol.asyncDispose]();
    throw error;
  }
}

async function resolveRoot(root: string): Promise<AbsPath> {
  const fail = (
    problem: 'missing' | 'not-a-directory' | 'denied' | 'unreadable',
    text: string,
    cause?: unknown,
  ): never => {
    throw new InvalidRootError(`The root ${root} ${text}.`, { root, problem }, { cause });
  };
  try {
    const path = await nodeFiles.realpath(root);
    if (!(await nodeFiles.stat(path)).isDirectory)
      fail('not-a-directory', 'is a file: name the folder that holds it');
    await nodeFiles.checkReadable(path);
    return path;
  } catch (error) {
    if (error instanceof InvalidRootError) throw error;
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOENT':
        return fail('missing', 'does not exist: check the path', error);
      case 'ENOTDIR':
        return fail('missing', 'leads through a file: check the path', error);
      case 'EACCES':
      case 'EPERM':
        return fail('denied', 'cannot be read: you have no permission', error);
      default:
        return fail('unreadable', `cannot be read (${(error as Error).message})`, error);
    }
  }
}

function workspaceConfig(roots: readonly AbsPath[], options: WorkspaceOptions): WorkspaceConfig {
  const { dynamicCapacity, memoryBudgetBytes, cacheDirectory = cacheFolder() } = options;
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
    watcher: options.watcher ?? 'auto',
    scanThreads: options.scanThreads ?? Math.min(MAX_SCAN_THREADS, availableParallelism()),
  };
}

export type { AgentEvent, AgentMode, AgentState, RunLimits, TurnOutcome } from '../actors/protocol/agent.js';
export * from '../actors/protocol/errors.js';
export type {
  LLMAdapter,
  LLMConfig,
  LLMMessage,
  LLMOptions,
  LLMProvider,
  ModelDelta,
} from '../actors/protocol/llm.js';
export type { FileAccess, FileStat } from '../actors/protocol/ports.js';
export type { Tool, ToolCategory, ToolContext, ToolResult } from '../actors/protocol/tool.js';
export type * from '../actors/protocol/workspace.js';
export { resolveModel, type ModelSettings } from './settings.js';
export type { ToolRegistry } from '../actors/tools/registry.js';
export type { AgentEngine } from './engine.js';
export type { ApprovalPolicy } from './approvals.js';
export type { Workspace } from './workspace.js';
