import type { HashFile } from './scripts/describe-scripts.js';
import type { SandboxRequest, Shell, Terminals } from '../../protocol/shell.js';
import type { WorkspaceGate } from '../gate/workspace-gate.js';

/** Dependencies of the tool that runs commands. */
export interface ShellDeps {
  readonly shell: Shell;
  readonly gate: WorkspaceGate;
  /** What commands may access. */
  readonly sandbox: SandboxRequest;
  /** For the scripts that a command names. Default: they are not looked at. */
  readonly hashFile?: HashFile;
}

/** Dependencies of the tools for persistent terminals. */
export interface TerminalDeps extends Omit<ShellDeps, 'shell'> {
  readonly terminals: Terminals;
}
