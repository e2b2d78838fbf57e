import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { createBubblewrap, PROBE } from './bubblewrap.js';
import { describeBroken, describeMissing, describeUnknown } from './missing-sandbox.js';
import { findKeyFiles } from './mounts/secret-places.js';
import { type Sandbox, type SandboxLimits, withoutSandbox } from './sandbox.js';
import { createSeatbelt } from './seatbelt.js';

export interface SandboxOptions {
  readonly roots: readonly AbsPath[];
  /** Files that no command may read, whatever a person reveals, such as a key file of Troupe. */
  readonly secrets?: readonly string[];
  /** Names of variables of the environment that every command gets. Default: none but the well-known harmless ones. */
  readonly environment?: readonly string[];
  /** Names of variables that no command gets, whatever a person reveals. Default: none. */
  readonly secretVariables?: readonly string[];
  /** The home folder that is hidden. Default: that of this person. */
  readonly home?: string;
  /** Where to look for the sandbox program. Default: the system's usual places; never a PATH that a project may set. */
  readonly programs?: readonly string[];
}

const BWRAP_PATHS = [
  '/usr/bin/bwrap',
  '/bin/bwrap',
  '/usr/local/bin/bwrap',
  '/run/current-system/sw/bin/bwrap',
];
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';
// A sandbox starts in 20 ms; one that takes this long does not work. Units: milliseconds.
const PROBE_TIMEOUT_MS = 5000;

/** The sandbox of this system, after testing it once. Cost: on Linux two processes are started. */
export async function findSandbox(options: SandboxOptions): Promise<Sandbox> {
  const limits: SandboxLimits = {
    roots: options.roots,
    temporaryFolders: findTemporaryFolders(),
    home: resolveLinks(options.home ?? homedir()),
    keyFiles: findKeyFiles(options.secrets ?? []),
    variables: options.environment ?? [],
    secretVariables: options.secretVariables ?? [],
  };
  switch (process.platform) {
    case 'linux':
      return await findBubblewrap(limits, options.programs ?? BWRAP_PATHS);
    case 'darwin':
      return existsSync(SANDBOX_EXEC)
        ? createSeatbelt(SANDBOX_EXEC, limits)
        : withoutSandbox(`There is no ${SANDBOX_EXEC} on this Mac`, limits);
    default:
      return withoutSandbox(describeUnknown(process.platform), limits);
  }
}

async function findBubblewrap(limits: SandboxLimits, programs: readonly string[]): Promise<Sandbox> {
  const bwrap = programs.find((path) => existsSync(path));
  if (bwrap === undefined) return withoutSandbox(describeMissing(), limits);
  const problem = await probeSandbox(bwrap, PROBE);
  return problem === undefined
    ? createBubblewrap(bwrap, limits)
    : withoutSandbox(describeBroken(problem), limits);
}

/** Runs a command in the sandbox. Resolves to its error message, or `undefined` when it works. */
function probeSandbox(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { timeout: PROBE_TIMEOUT_MS, killSignal: 'SIGKILL', env: {} } as const;
    execFile(program, args, options, (error, _, stderr) => {
      const [firstLine = ''] = stderr.trim().split('\n');
      resolve(error === null ? undefined : firstLine === '' ? error.message : firstLine);
    });
  });
}

function findTemporaryFolders(): readonly string[] {
  const real = ['/tmp', tmpdir()].filter((path) => existsSync(path)).map(resolveLinks);
  return [...new Set(real)];
}

function resolveLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
