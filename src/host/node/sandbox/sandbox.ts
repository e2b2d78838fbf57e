import type { SandboxRequest, SandboxState } from '../../../actors/protocol/shell.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

/** A program and its arguments. */
export type Argv = readonly [string, ...string[]];

/** Puts commands in a cage, where the system has one. */
export interface Sandbox {
  readonly state: SandboxState;
  /** What to start instead of `argv`: it runs in `cwd`, and reaches what `request` says. */
  wrap(
    argv: Argv,
    cwd: AbsPath,
    request: SandboxRequest,
  ): { readonly argv: Argv; readonly isSandboxed: boolean };
}

/** What commands in a sandbox may reach. Paths have no links in them. */
export interface SandboxLimits {
  readonly roots: readonly AbsPath[];
  readonly temporaryFolders: readonly string[];
  /** Files and folders that cannot be read. */
  readonly secrets: readonly string[];
}

/** No sandbox, and why. */
export function withoutSandbox(missing: string): Sandbox {
  return { state: { missing }, wrap: (argv) => ({ argv, isSandboxed: false }) };
}
