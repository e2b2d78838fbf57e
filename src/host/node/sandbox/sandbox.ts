import type { SandboxRequest, SandboxState } from '../../../actors/protocol/shell.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

/** A program and its arguments. */
export type Argv = readonly [string, ...string[]];

/** Restricts what commands can access, where the system supports it. */
export interface Sandbox {
  readonly state: SandboxState;
  /** The command line that runs `argv` in `cwd` with no more access than `request` grants. */
  wrap(
    argv: Argv,
    cwd: AbsPath,
    request: SandboxRequest,
  ): { readonly argv: Argv; readonly isSandboxed: boolean };
}

/** The limits of commands in a sandbox. All paths have their links resolved. */
export interface SandboxLimits {
  readonly roots: readonly AbsPath[];
  readonly temporaryFolders: readonly string[];
  /** Files and folders that commands cannot read. */
  readonly secrets: readonly string[];
}

/** A sandbox that restricts nothing, with the reason. */
export function withoutSandbox(missing: string): Sandbox {
  return { state: { missing }, wrap: (argv) => ({ argv, isSandboxed: false }) };
}
