import type { NetworkPolicy } from '../actors/approvals/plan-access.js';
import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import type { LLMAdapter, LLMConfig } from '../actors/protocol/llm.js';
import { DisposedError } from '../actors/protocol/errors.js';
import type { SandboxRequest } from '../actors/protocol/shell.js';
import { createOfflineProvider } from '../actors/llm/offline.js';
import { SET_A_MODEL } from '../actors/llm/offline/wording.js';
import { ProviderRegistry } from '../actors/llm/registry.js';
import { yieldToEventLoop } from '../actors/runtime/abort.js';
import { systemClock } from '../actors/runtime/clock.js';
import { Scope } from '../actors/runtime/scope.js';
import { listCallPaths } from '../actors/tools/calls/list-call-paths.js';
import { ToolRegistry } from '../actors/tools/calls/registry.js';
import { LateErrors } from '../actors/tools/diagnostics/late-errors.js';
import { WorkspaceGate } from '../actors/tools/gate/workspace-gate.js';
import { isThereSync } from '../workers/disk/is-there.js';
import { checkCostLimit } from './engine/check-cost-limit.js';
import type { AttachmentDeps } from './attachments/attachment-context.js';
import { createRefusal } from './attachments/create-refusal.js';
import { resolveAttachments } from './attachments/resolve-attachments.js';
import { registerTools, registerWebTools } from './compose-tools.js';
import { AgentEngine } from './engine/agent-engine.js';
import type { EngineOptions, Host, HostOptions } from './host-options.js';
import { loadBashParser } from './node/bash-parser.js';
import { createCheckpoints } from './create-checkpoints.js';
import { createDiskChanges } from './node/file-changes/create-disk-changes.js';
import { nodeFiles } from './node/files.js';
import { followLinks } from './node/follow-links.js';
import { fingerprintFile } from './node/fingerprint-file.js';
import { inspectPaths } from './node/protected/inspect-paths.js';
import { withoutKeys } from './node/sandbox/environment/without-keys.js';
import type { findSandbox } from './node/sandbox/find-sandbox.js';
import { OwnTemporaryFolder } from './node/sandbox/mounts/own-temporary-folder.js';
import { SandboxTrial } from './node/sandbox/sandbox-trial.js';
import { nodeWeb } from './node/web/node-web.js';
import { LocalShell } from './node/shell/local-shell.js';
import { stateDirectory } from './node/state-directory.js';
import { LocalTerminals } from './node/terminals/local-terminals.js';
import { NO_INSTRUCTIONS } from './instructions/host-instructions.js';
import { composeInstructions } from './instructions/compose-instructions.js';
import { listFilesBelow } from './node/instructions/list-files-below.js';
import { composeMcp } from './mcp/compose-mcp.js';
import { withPrompts } from './mcp/with-prompts.js';
import { BUILT_IN_PROVIDERS } from './providers/built-in-providers.js';
import { OFFLINE } from './providers/offline.js';
import { openWorkspace, resolveRoots } from './open-workspace.js';

/**
 * Makes a host over some folders. Their index starts with the first call that needs it, or at once with
 * `workspace.start`. Dispose of the host to stop its threads and processes.
 * Errors: `InvalidRootError`, `PatternSyntaxError`, `SettingsError`.
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const scope = new Scope();
  try {
    return await composeHost(options, scope);
  } catch (error) {
    await scope[Symbol.asyncDispose]();
    throw error;
  }
}

async function composeHost(options: HostOptions, scope: Scope): Promise<Host> {
  const roots = await resolveRoots(options.roots);
  const offlineProvider = createOfflineProvider(options.setAModel ?? SET_A_MODEL);
  const providers = new ProviderRegistry([
    offlineProvider,
    ...BUILT_IN_PROVIDERS,
    ...(options.providers ?? []),
  ]);
  // No adapter gets the key of another model.
  const createAdapter = ({ fallback: _anotherModel, ...model }: LLMConfig): LLMAdapter =>
    providers.get(model.api ?? model.provider).createAdapter(model);
  const createFallback = ({ fallback }: LLMConfig): LLMAdapter | undefined =>
    fallback && createAdapter(fallback);
  const adapter = createAdapter(options.model ?? OFFLINE);
  const fallback = createFallback(options.model ?? OFFLINE);
  const { secretFiles: secrets = [], secretVariables = [], commands } = options;
  const environment = withoutKeys(process.env, secretVariables);
  const opened = scope.use(
    openWorkspace(roots, { options: options.workspace, environment, limits: options.supervision }),
  );
  const { workspace } = opened;

  const { files = nodeFiles, diagnostics } = options;
  const lateErrors = diagnostics === undefined ? undefined : new LateErrors(diagnostics);
  scope.defer(() => lateErrors?.[Symbol.dispose]());
  const changes = options.changes ?? createDiskChanges(options.stateDirectory ?? stateDirectory());
  const kept = options.checkpoints ?? (options.threadStore === undefined ? false : {});
  const recording =
    kept === false
      ? undefined
      : createCheckpoints(
          {
            roots,
            environment,
            stateDirectory: options.stateDirectory ?? stateDirectory(),
            ...kept,
            ...omitUndefined({ port: options.changes }),
          },
          scope,
        );
  const checkpoints = recording?.checkpoints;
  const gate = new WorkspaceGate(roots, files);
  const tools = new ToolRegistry();
  // The first command tests the sandbox and waits for it. Starting its program blocks this thread, and a host that only
  // searches or answers runs no command.
  const temporary = scope.use(new OwnTemporaryFolder());
  const limits = {
    roots,
    secrets,
    secretVariables,
    environment: commands?.environment ?? [],
    ownTemporaryFolder: temporary.get,
  };
  const trial = scope.use(
    new SandboxTrial({ find: async (signal) => (await loadSandbox()).findSandbox({ ...limits, signal }) }),
  );
  const sandbox = trial.get;
  // The step before takes some milliseconds: better before the scan of the workspace, and not in one block with the
  // thread's start.
  await yieldToEventLoop();
  const findNetwork = (): NetworkPolicy => commands?.network ?? 'ask';
  const reach: SandboxRequest = {
    kind: 'working',
    get hasNetwork() {
      return findNetwork() === 'allow';
    },
    mayWriteRepository: false,
    reveals: [],
  };
  const shell = scope.use(new LocalShell({ sandbox }));
  const terminals = scope.use(new LocalTerminals({ sandbox }));
  // Without a folder there is nothing that they could work on, and no place to run a command in.
  if (roots.length > 0)
    registerTools(tools, {
      workspace: workspace.ref,
      gate,
      files,
      changes,
      ...omitUndefined({ diagnostics, lateErrors }),
      shell,
      terminals,
      sandbox: reach,
      hashFile: fingerprintFile,
    });
  const { web = false } = options;
  if (web !== false)
    registerWebTools(
      tools,
      { web: web.access ?? nodeWeb, clock: options.clock ?? systemClock },
      web.search ?? true,
    );
  const refuse = createRefusal({
    roots,
    secretFiles: secrets,
    followLinks,
    rules: options.approvalRules ?? [],
    ...omitUndefined({ store: options.approvalStore }),
  });
  const instructions =
    options.instructions === false
      ? undefined
      : composeInstructions(options.instructions ?? {}, {
          roots,
          gate,
          files,
          refuse,
          list: listFilesBelow,
          tools,
        });
  await instructions?.offerSkills();
  for (const tool of options.tools ?? []) tools.register(tool);
  const mcp = scope.use(
    await composeMcp(options.mcp ?? {}, {
      roots,
      tools,
      sandbox,
      ...omitUndefined({ clock: options.clock }),
    }),
  );

  // Servers and commands that wait for the sandbox are not waited for.
  scope.defer(() => {
    trial.cancel();
  });

  const attachments: AttachmentDeps = {
    workspace: workspace.ref,
    gate,
    files,
    roots,
    ...omitUndefined({ diagnostics }),
    refuse,
  };
  const recovered = changes.recover(roots).then(async (own) =>
    // The journal of what is put back is another one than that of an editor's changes.
    options.changes === undefined ? own : [...own, ...((await recording?.recover(roots)) ?? [])],
  );
  let isDisposed = false;
  scope.defer(() => {
    isDisposed = true;
  });
  const createEngine = (given: EngineOptions = {}): AgentEngine => {
    if (isDisposed)
      throw new DisposedError('The host was disposed of: make another one with createHost.', {});
    const { limits, history, approvals, approvalRules, approvalStore, threadStore, clock } = {
      ...options,
      ...given,
    };
    const chosen = given.model === undefined ? adapter : createAdapter(given.model);
    const other = given.model === undefined ? fallback : createFallback(given.model);
    checkCostLimit(limits ?? {}, chosen);
    const engine = new AgentEngine({
      adapter: chosen,
      ...omitUndefined({ fallback: other }),
      createAdapter,
      ...omitUndefined({ store: threadStore }),
      tools,
      roots,
      changes,
      ...omitUndefined({ lateErrors }),
      recovered,
      ...omitUndefined({ checkpoints }),
      resolveAttachments: (refs, context) => resolveAttachments(refs, attachments, context),
      ...omitUndefined({ instructions: instructions?.reader }),
      ...(options.instructions === false || options.instructions?.text === undefined
        ? {}
        : { instructionText: options.instructions.text }),
      ...omitUndefined({ clock, limits, history, approvals }),
      // Calls are judged with the means of this machine: a parser for commands, and the disk for paths.
      judging: {
        loadParser: () => {
          // A command that is judged needs it next, and says what is wrong with it.
          loadSandbox().catch(() => undefined);
          return loadBashParser();
        },
        followLinks,
        inspectPaths: (paths) =>
          inspectPaths(paths, roots, {
            readFolders: (folders) => workspace.ref.ask('readFolders', folders),
            environment,
          }),
        globs: {
          isThere: isThereSync,
          expand: (globs) => workspace.ref.ask('expandGlobs', globs),
        },
        sandboxState: () => shell.sandboxState,
        network: findNetwork,
        ...(checkpoints === undefined
          ? {}
          : { findUncovered: (signal: AbortSignal) => checkpoints.findUncovered(signal) }),
        pathsOf: (call) => listCallPaths(tools.get(call.tool) ?? {}, call.params),
        ...omitUndefined({ rules: approvalRules, store: approvalStore }),
      },
    });
    scope.defer(() => {
      engine.dispose();
    });
    return engine;
  };
  const engine = createEngine();
  // Everything else was done while the thread was starting.
  await opened.whenStarted();
  return {
    workspace,
    tools,
    engine,
    mcp,
    terminals,
    sandboxState: () => shell.sandboxState,
    ...omitUndefined({ versions: recording?.versions }),
    instructions: withPrompts(instructions?.access ?? NO_INSTRUCTIONS, mcp),
    createEngine,
    recovered,
    [Symbol.asyncDispose]: () => scope[Symbol.asyncDispose](),
  };
}

/** Loaded on demand: a host whose model calls no tool needs none of it. */
function loadSandbox(): Promise<{ readonly findSandbox: typeof findSandbox }> {
  return import('./node/sandbox/find-sandbox.js');
}
