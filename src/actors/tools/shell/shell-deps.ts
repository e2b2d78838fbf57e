import type { SandboxRequest, Shell, Terminals } from '../../protocol/shell.js';
import type { WorkspaceGate } from '../gate/workspace-gate.js';

/** What commands may reach unless something else is said. */
export const DEFAULT_SANDBOX: SandboxRequest = { kind: 'workspace', hasNetwork: true };

/** What the tool that runs commands is made with. */
export interface ShellDeps {
  readonly shell: Shell;
  readonly gate: WorkspaceGate;
  /** What commands may reach. Default: `DEFAULT_SANDBOX`. */
  readonly sandbox?: SandboxRequest;
}

/** What the tools of persistent terminals are made with. */
export interface TerminalDeps {
  readonly terminals: Terminals;
  readonly gate: WorkspaceGate;
  /** What commands in them may reach. Default: `DEFAULT_SANDBOX`. */
  readonly sandbox?: SandboxRequest;
}
