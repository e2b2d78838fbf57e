import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { BASE_MOUNTS, createBubblewrap, ISOLATION } from './bubblewrap.js';
import { type Sandbox, type SandboxLimits, withoutSandbox } from './sandbox.js';
import { createSeatbelt } from './seatbelt.js';
import { findSecrets } from './secret-places.js';

export interface SandboxOptions {
  readonly roots: readonly AbsPath[];
  /** Files and folders to hide besides the well-known ones, such as a key file. */
  readonly secrets?: readonly string[];
  /** The home folder whose secrets are hidden. Default: that of this person. */
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
    secrets: findSecrets(options.home ?? homedir(), options.secrets ?? []),
  };
  switch (process.platform) {
    case 'linux':
      return await findBubblewrap(limits, options.programs ?? BWRAP_PATHS);
    case 'darwin':
      return existsSync(SANDBOX_EXEC)
        ? createSeatbelt(SANDBOX_EXEC, limits)
        : withoutSandbox(`There is no ${SANDBOX_EXEC} on this Mac`);
    default:
      return withoutSandbox('Troupe knows no sandbox for commands on this system');
  }
}

async function findBubblewrap(limits: SandboxLimits, programs: readonly string[]): Promise<Sandbox> {
  const bwrap = programs.find((path) => existsSync(path));
  if (bwrap === undefined) {
    return withoutSandbox(
      'bubblewrap is not installed: the package "bubblewrap" brings a sandbox for commands',
    );
  }
  const mounts = BASE_MOUNTS.flatMap(({ args }) => args);
  const problem = await probeSandbox(bwrap, [...ISOLATION, ...mounts, '--unshare-net', '--', 'true']);
  return problem === undefined
    ? createBubblewrap(bwrap, limits)
    : withoutSandbox(`bubblewrap does not work here (${problem})`);
}

/** Runs a command in the sandbox. Resolves to its error message, or `undefined` when it works. */
function probeSandbox(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: PROBE_TIMEOUT_MS, killSignal: 'SIGKILL' }, (error, _, stderr) => {
      const [firstLine = ''] = stderr.trim().split('\n');
      resolve(error === null ? undefined : firstLine === '' ? error.message : firstLine);
    });
  });
}

function findTemporaryFolders(): readonly string[] {
  const real = ['/tmp', tmpdir()].filter((path) => existsSync(path)).map((path) => realpathSync(path));
  return [...new Set(real)];
}
