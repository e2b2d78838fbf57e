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
  /** Files and folders to hide beside the well-known ones: a key file, for instance. */
  readonly secrets?: readonly string[];
  /** Whose secrets. Default: the person's. */
  readonly home?: string;
  /** Where the sandbox's program may be. Default: where systems have it; not what a project's PATH says. */
  readonly programs?: readonly string[];
}

const BWRAP_PATHS = [
  '/usr/bin/bwrap',
  '/bin/bwrap',
  '/usr/local/bin/bwrap',
  '/run/current-system/sw/bin/bwrap',
];
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';
// A sandbox is there in 20 ms; one that takes so long is none. Units: milliseconds.
const PROBE_TIMEOUT_MS = 5000;

/** The sandbox that this system has, tried out once. Cost: on Linux the start of two processes. */
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
  const problem = await tryOut(bwrap, [...ISOLATION, ...mounts, '--unshare-net', '--', 'true']);
  return problem === undefined
    ? createBubblewrap(bwrap, limits)
    : withoutSandbox(`bubblewrap does not work here (${problem})`);
}

/** What is wrong with it, in its own words. */
function tryOut(program: string, args: readonly string[]): Promise<string | undefined> {
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
