import type { Diagnostics } from '../../protocol/diagnostics.js';
import type { FileChanges } from '../../protocol/file-changes.js';
import type { FileAccess } from '../../protocol/ports.js';
import type { WorkspaceProtocol } from '../../protocol/workspace.js';
import type { Ref } from '../../runtime/ref.js';
import type { LateErrors } from '../diagnostics/late-errors.js';
import type { WorkspaceGate } from './workspace-gate.js';

/** Dependencies of the tools that read the workspace. */
export interface ToolDeps {
  readonly workspace: Ref<WorkspaceProtocol>;
  readonly gate: WorkspaceGate;
  readonly files: FileAccess;
}

/** Dependencies of the tools that change files. */
export interface ChangingToolDeps extends ToolDeps {
  readonly changes: FileChanges;
  /** What an editor knows of files. Default: nothing is known. */
  readonly diagnostics?: Diagnostics;
  /** Tells the errors that changes bring. Default: they are not told. */
  readonly lateErrors?: LateErrors;
}
