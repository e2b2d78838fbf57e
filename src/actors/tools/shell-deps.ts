import type { SandboxRequest, Shell, Terminals } from '../protocol/shell.js';
import type { WorkspaceGate } from './workspace-gate.js';

/** What the tool that runs commands is made with. */
export interface ShellDeps {
  readonly shell: Shell;
  readonly gate: WorkspaceGate;
  /** What commands may reach. Default: the workspace and the network. */
  readonly sandbox?: SandboxRequest;
}

/** What the tools of persistent terminals are made with. */
export interface TerminalDeps {
  readonly terminals: Terminals;
  readonly gate: WorkspaceGate;
}
