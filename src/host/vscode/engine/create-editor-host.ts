import { env, type LogOutputChannel } from 'vscode';
import type { ThreadStore } from '../../../actors/protocol/thread-store.js';
import type { Host } from '../../api.js';
import { openApprovalFile } from '../../node/approval-store.js';
import { findEditorRipgrep } from '../../node/editor-ripgrep.js';
import type { EditorFiles } from '../editor/editor-files.js';
import type { FileStep } from '../review/pending-file.js';
import { RecordedChanges } from '../review/recorded-changes.js';
import type { HostPlan } from './lazy-host.js';

interface EditorHostOptions {
  readonly files: EditorFiles;
  /** The extension's folder, which all windows share. */
  readonly storage: string;
  readonly threadStore: ThreadStore;
  readonly log: LogOutputChannel;
  /** Called with what the agent has changed. Must not reject. */
  readonly onApplied: (steps: readonly FileStep[]) => Promise<void>;
}

// The view has this button while no model is set up.
const SET_A_MODEL = 'For answers from a language model, choose "Set up a model" below.';

/** Makes a host with the editor's buffers, diagnostics and ripgrep. Errors: those of `createHost`. */
export async function createEditorHost(
  { roots, workspace, approvals, commands }: HostPlan,
  { files, storage, threadStore, log, onApplied }: EditorHostOptions,
): Promise<Host> {
  const startedMs = performance.now();
  // Loaded on demand: machines, schemas and tools are most of the extension's code.
  const [{ createHost }, { createEditorPorts }, ripgrepPath] = await Promise.all([
    import('../../api.js'),
    import('../editor/create-editor-ports.js'),
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
    setAModel: SET_A_MODEL,
    files,
    threadStore,
    ...ports,
    changes,
    ...(store === undefined ? {} : { approvalStore: store }),
  });
  void host.recovered.then((recovered) => {
    for (const { outcome, paths } of recovered)
      log.warn(`Interrupted changes were ${outcome}: ${paths.join(', ')}.`);
  });
  log.info(`Started for ${roots.join(', ')} in ${Math.round(performance.now() - startedMs)} ms.`);
  return host;
}
