import { execFile, type ExecFileException } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ToolExecutionError } from '../../../actors/protocol/errors.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { homeFolder } from '../../../workers/disk/home-folder.js';
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
  /** As of `SandboxLimits`. On Linux alone. */
  readonly ownTemporaryFolder?: (index: number) => string | undefined;
  /** Where to look for the sandbox program. Default: the system's usual places; never a PATH that a project may set. */
  readonly programs?: readonly string[];
  /** Ends the test. Default: it goes on until the sandbox program has answered. */
  readonly signal?: AbortSignal;
}

const BWRAP_PATHS = [
  '/usr/bin/bwrap',
  '/bin/bwrap',
  '/usr/local/bin/bwrap',
  '/run/current-system/sw/bin/bwrap',
];
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';
// No process could be started: too many are running or have too many files open, or there is no memory. It may pass.
const SHORTAGES: ReadonlySet<unknown> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * The sandbox of this system, after testing it once. That there is none follows from what its program says alone, however
 * long that takes: where a slow or busy machine had none, commands would run as the person.
 * Errors: the signal's reason; `ToolExecutionError` when the program could not be started for a shortage, or was killed.
 * Cost: on Linux two processes are started.
 */
export async function findSandbox(options: SandboxOptions): Promise<Sandbox> {
  const limits: SandboxLimits = {
    roots: options.roots,
    temporaryFolders: findTemporaryFolders(),
    home: resolveLinks(options.home ?? homeFolder()),
    keyFiles: findKeyFiles(options.secrets ?? []),
    variables: options.environment ?? [],
    secretVariables: options.secretVariables ?? [],
    ...(options.ownTemporaryFolder === undefined ? {} : { ownTemporaryFolder: options.ownTemporaryFolder }),
  };
  switch (process.platform) {
    case 'linux':
      return await findBubblewrap(limits, options.programs ?? BWRAP_PATHS, options.signal);
    case 'darwin':
      return existsSync(SANDBOX_EXEC)
        ? createSeatbelt(SANDBOX_EXEC, limits)
        : withoutSandbox(`There is no ${SANDBOX_EXEC} on this Mac`, limits);
    default:
      return withoutSandbox(describeUnknown(process.platform), limits);
  }
}

async function findBubblewrap(
  limits: SandboxLimits,
  programs: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Sandbox> {
  const bwrap = programs.find((path) => existsSync(path));
  if (bwrap === undefined) return withoutSandbox(describeMissing(), limits);
  const problem = await probeSandbox(bwrap, PROBE, signal);
  return problem === undefined
    ? createBubblewrap(bwrap, limits)
    : withoutSandbox(describeBroken(problem), limits);
}

/**
 * Runs a command in the sandbox. Resolves to its error message, or `undefined` when it works.
 * Errors: as of `findSandbox`.
 */
function probeSandbox(
  program: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const end = (): void => {
      child.kill('SIGKILL');
      // Processes that it has left would keep them open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    // Node's own option for signals does not wait for the end of the process.
    signal?.addEventListener('abort', end, { once: true });
    const child = execFile(program, args, { env: {} }, (error, _, stderr) => {
      signal?.removeEventListener('abort', end);
      const [firstLine = ''] = stderr.trim().split('\n');
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (error === null) resolve(undefined);
      else if (isAnswer(error)) resolve(firstLine === '' ? error.message : firstLine);
      else
        reject(
          new ToolExecutionError(
            `bubblewrap, the sandbox for commands, could not be tested (${error.message}), and no command runs before it was: try again.`,
            { tool: 'sandbox' },
            { cause: error },
          ),
        );
    });
  });
}

/** Whether the program has failed, and not the machine that was to run it. */
function isAnswer({ code, signal }: ExecFileException): boolean {
  return typeof signal !== 'string' && !SHORTAGES.has(code);
}

function findTemporaryFolders(): readonly string[] {
  const real = ['/tmp', tmpdir()].filter((path) => existsSync(path)).map(resolveLinks);
  return [...new Set(real)];
}

function resolveLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
