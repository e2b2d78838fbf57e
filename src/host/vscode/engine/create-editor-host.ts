import { join } from 'node:path';
import { env, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { ThreadStore } from '../../../actors/protocol/thread-store.js';
import { checkpointOptionsOf } from '../../node/checkpoints/checkpoint-settings.js';
import type { Host, HostOptions } from '../../api.js';
import { openApprovalFile } from '../../node/approval-store.js';
import { findInstructions } from '../../node/instructions/find-instructions.js';
import { findEditorRipgrep } from '../../node/editor-ripgrep.js';
import type { EditorFiles } from '../editor/editor-files.js';
import type { FileStep } from '../review/pending-file.js';
import { RecordedChanges } from '../review/recorded-changes.js';
import type { AgentTerminals } from '../terminals/agent-terminals.js';
import { createTerminal } from '../terminals/create-terminal.js';
import type { EditorServers } from '../mcp/editor-servers.js';
import type { ToolServers } from '../mcp/tool-servers.js';
import type { HostPlan, Permissions } from './lazy-host.js';
import { SETTING_TEXTS } from '../words/editor-words.js';

interface EditorHostOptions {
  readonly context: ExtensionContext;
  readonly permissions: Permissions;
  readonly files: EditorFiles;
  readonly threadStore: ThreadStore;
  readonly terminals: Pick<AgentTerminals, 'attach'>;
  readonly toolServers: Pick<ToolServers, 'take' | 'changed'>;
  /** Shows the MCP servers to the person. */
  readonly showToolServers: () => PromiseLike<unknown>;
  readonly log: LogOutputChannel;
  /** Called with what the agent has changed. Must not reject. */
  readonly onApplied: (steps: readonly FileStep[]) => Promise<void>;
}

/** Makes a host with the editor's buffers, diagnostics and ripgrep. Errors: those of `createHost`. */
export async function createEditorHost(
  { roots, workspace, web, checkpoints, instructions, runsServers }: HostPlan,
  options: EditorHostOptions,
): Promise<Host> {
  const startedMs = performance.now();
  const { context, permissions, files, threadStore, terminals, toolServers, log, onApplied } = options;
  // The extension's folder, which all windows share.
  const storage = context.globalStorageUri.fsPath;
  // Loaded on demand: machines, schemas and tools are most of the extension's code.
  const [{ createHost }, { createEditorPorts }, { editorModels }, { stateDirectory }, secrets, ripgrepPath] =
    await Promise.all([
      import('../../api.js'),
      import('../editor/create-editor-ports.js'),
      import('../lm/editor-models.js'),
      import('../../node/state-directory.js'),
      findProviderSecrets(roots, log),
      findEditorRipgrep(env.appRoot),
    ]);
  const ports = createEditorPorts(files, storage);
  const changes = new RecordedChanges({
    changes: ports.changes,
    files: {
      readFile: (path) => files.readFile(path),
      isUnsaved: async (path) => (await files.findUnsaved(path)) !== undefined,
    },
    onApplied,
  });
  const store = openApprovalFile(process.env, roots);
  const servers = runsServers ? await composeServers(roots, options) : undefined;
  toolServers.take(servers);
  const host = await createHost({
    roots,
    workspace: {
      ...workspace,
      start: 'eager',
      isReadAhead: true,
      ...omitUndefined({ ripgrepPath }),
    },
    ...permissions,
    web: web && {},
    instructions: instructions && { ...instructions, ...findInstructions(process.env, roots) },
    setAModel: SETTING_TEXTS.setUpBelow,
    files,
    threadStore,
    checkpoints: checkpointOptionsOf(checkpoints, stateDirectory(), [join(storage, 'workspaces')]),
    providers: [editorModels],
    ...secrets,
    ...ports,
    changes,
    ...omitUndefined({ mcp: servers?.options, approvalStore: store }),
  });
  terminals.attach(host.terminals, createTerminal);
  servers?.attach(host);
  void host.recovered.then((recovered) => {
    for (const { outcome, paths } of recovered)
      log.warn(`Interrupted changes were ${outcome}: ${paths.join(', ')}.`);
  });
  log.info(`Started for ${roots.join(', ')} in ${Math.round(performance.now() - startedMs)} ms.`);
  return host;
}

async function composeServers(
  roots: readonly string[],
  { context, toolServers, showToolServers, log }: EditorHostOptions,
): Promise<EditorServers> {
  const { composeEditorServers } = await import('../mcp/editor-servers.js');
  return composeEditorServers({
    context,
    roots,
    log,
    onChange: () => {
      toolServers.changed();
    },
    show: () => void showToolServers(),
  });
}

/** What no command may read: the keys that the person's file of providers names. */
async function findProviderSecrets(
  roots: readonly string[],
  log: LogOutputChannel,
): Promise<Pick<HostOptions, 'secretFiles' | 'secretVariables'>> {
  const { findProvidersFile, loadProviders } = await import('../../node/providers-file.js');
  try {
    const { secretFiles, secretVariables } = await loadProviders(process.env, roots);
    return { secretFiles, secretVariables };
  } catch (error) {
    log.warn(messageOf(error));
    return { secretFiles: [findProvidersFile(process.env)] };
  }
}
