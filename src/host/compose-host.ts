import type { LLMAdapter, LLMConfig } from '../actors/protocol/llm.js';
import type { SandboxRequest } from '../actors/protocol/shell.js';
import { offlineProvider } from '../actors/llm/offline.js';
import { openaiProvider } from '../actors/llm/openai/openai.js';
import { ProviderRegistry } from '../actors/llm/registry.js';
import { yieldToEventLoop } from '../actors/runtime/abort.js';
import { Scope } from '../actors/runtime/scope.js';
import { ToolRegistry } from '../actors/tools/calls/registry.js';
import { WorkspaceGate } from '../actors/tools/gate/workspace-gate.js';
import { composeEngine } from './compose-engine.js';
import { registerFileTools, registerShellTools } from './compose-tools.js';
import type { AgentEngine } from './engine.js';
import type { EngineOptions, Host, HostOptions } from './host-options.js';
import { diskChanges } from './node/disk-changes.js';
import { nodeFiles } from './node/files.js';
import { findSandbox } from './node/sandbox/find-sandbox.js';
import type { Sandbox } from './node/sandbox/sandbox.js';
import { resolveRoot } from './node/resolve-root.js';
import { LocalShell } from './node/shell/local-shell.js';
import { stateDirectory } from './node/state-directory.js';
import { LocalTerminals } from './node/terminals/local-terminals.js';
import { OFFLINE } from './settings.js';
import { superviseIndex } from './supervise-index.js';
import { Workspace } from './workspace.js';
import { workspaceConfig } from './workspace-config.js';

/**
 * A host over some folders. The index starts to fill at once; nothing waits for it but what needs it. Dispose of the
 * host to stop its threads and processes.
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
  // Two paths may lead to one folder.
  const roots = [...new Set(await Promise.all(options.roots.map(resolveRoot)))];
  const providers = new ProviderRegistry([offlineProvider, openaiProvider, ...(options.providers ?? [])]);
  const createAdapter = (model: LLMConfig): LLMAdapter => providers.get(model.provider).createAdapter(model);
  const adapter = createAdapter(options.model ?? OFFLINE);
  const index = scope.use(
    superviseIndex(workspaceConfig(roots, options.workspace ?? {}), options.supervision),
  );
  const workspace = new Workspace(roots, index);

  const { files = nodeFiles, diagnostics } = options;
  const changes = options.changes ?? diskChanges(options.stateDirectory ?? stateDirectory());
  const gate = new WorkspaceGate(roots, files);
  const tools = new ToolRegistry();
  // The first command waits for its trial, and so does the end. Starting that program holds this thread up, and a host that
  // only searches or answers runs no command.
  let trial: Promise<Sandbox> | undefined;
  const sandbox = (): Promise<Sandbox> =>
    (trial ??= findSandbox({ roots, secrets: options.secretFiles ?? [] }));
  scope.defer(async () => {
    await trial?.catch(() => undefined);
  });
  // That holds this thread up for some ms: best before the workspace is scanned, and not in one go with a start.
  await yieldToEventLoop();
  registerFileTools(tools, {
    workspace: workspace.ref,
    gate,
    files,
    changes,
    ...(diagnostics === undefined ? {} : { diagnostics }),
  });
  const reach: SandboxRequest = { kind: 'workspace', hasNetwork: options.commands?.hasNetwork ?? true };
  const shell = scope.use(new LocalShell({ sandbox }));
  const terminals = scope.use(new LocalTerminals({ sandbox, request: reach }));
  registerShellTools(tools, { shell, terminals, gate, sandbox: reach });
  for (const tool of options.tools ?? []) tools.register(tool);

  const createEngine = ({ model, limits = options.limits, history }: EngineOptions = {}): AgentEngine => {
    const engine = composeEngine(
      { adapter: model === undefined ? adapter : createAdapter(model), tools, roots, shell },
      {
        ...options,
        ...(limits === undefined ? {} : { limits }),
        ...(history === undefined ? {} : { history }),
      },
    );
    scope.defer(() => {
      engine.cancel();
    });
    return engine;
  };
  const engine = createEngine();
  // All else is done while its thread starts.
  if (options.waitsForIndex ?? true) await index.current();
  return {
    workspace,
    tools,
    engine,
    createEngine,
    recovered: changes.recover(),
    [Symbol.asyncDispose]: () => scope[Symbol.asyncDispose](),
  };
}
