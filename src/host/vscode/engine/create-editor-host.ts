import { env, type LogOutputChannel } from 'vscode';
import type { ThreadStore } from '../../../actors/protocol/thread-store.js';
import type { Host, HostOptions } from '../../api.js';
import { openApprovalFile } from '../../node/approval-store.js';
import { findEditorRipgrep } from '../../node/editor-ripgrep.js';
import type { EditorFiles } from '../editor/editor-files.js';
import type { FileStep } from '../review/pending-file.js';
import { RecordedChanges } from '../review/recorded-changes.js';
import type { AgentTerminals } from '../terminals/agent-terminals.js';
import type { HostPlan } from './lazy-host.js';
import { SETTING_TEXTS } from '../words/editor-words.js';

interface EditorHostOptions {
  readonly files: EditorFiles;
  /** The extension's folder, which all windows share. */
  readonly storage: string;
  readonly threadStore: ThreadStore;
  readonly terminals: Pick<AgentTerminals, 'attach'>;
  readonly log: LogOutputChannel;
  /** Called with what the agent has changed. Must not reject. */
  readonly onApplied: (steps: readonly FileStep[]) => Promise<void>;
}

/** Makes a host with the editor's buffers, diagnostics and ripgrep. Errors: those of `createHost`. */
export async function createEditorHost(
  { roots, workspace, approvals, commands }: HostPlan,
  { files, storage, threadStore, terminals, log, onApplied }: EditorHostOptions,
): Promise<Host> {
  const startedMs = performance.now();
  // Loaded on demand: machines, schemas and tools are most of the extension's code.
  const [{ createHost }, { createEditorPorts }, { editorModels }, secrets, ripgrepPath] = await Promise.all([
    import('../../api.js'),
    import('../editor/create-editor-ports.js'),
    import('../lm/editor-models.js'),
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
  const host = await createHost({
    roots,
    workspace: { ...workspace, isReadAhead: true, ...(ripgrepPath === undefined ? {} : { ripgrepPath }) },
    approvals,
    commands,
    setAModel: SETTING_TEXTS.setUpBelow,
    files,
    threadStore,
    providers: [editorModels],
    ...secrets,
    ...ports,
    changes,
    ...(store === undefined ? {} : { approvalStore: store }),
  });
  terminals.attach(host.terminals);
  void host.recovered.then((recovered) => {
    for (const { outcome, paths } of recovered)
      log.warn(`Interrupted changes were ${outcome}: ${paths.join(', ')}.`);
  });
  log.info(`Started for ${roots.join(', ')} in ${Math.round(performance.now() - startedMs)} ms.`);
  return host;
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
    log.warn(error instanceof Error ? error.message : String(error));
    return { secretFiles: [findProvidersFile(process.env)] };
  }
}
