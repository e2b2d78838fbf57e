import type { Diagnostics } from '../../protocol/diagnostics.js';
import type { FileChanges } from '../../protocol/file-changes.js';
import type { FileAccess } from '../../protocol/ports.js';
import type { WorkspaceProtocol } from '../../protocol/workspace.js';
import type { Ref } from '../../runtime/ref.js';
import type { WorkspaceGate } from './workspace-gate.js';

/** What the tools that read the workspace are made with. */
export interface ToolDeps {
  readonly workspace: Ref<WorkspaceProtocol>;
  readonly gate: WorkspaceGate;
  readonly files: FileAccess;
}

/** What the tools that change files are made with. */
export interface ChangingToolDeps extends ToolDeps {
  readonly changes: FileChanges;
  /** Default: nothing is known of what is wrong in files. */
  readonly diagnostics?: Diagnostics;
}
