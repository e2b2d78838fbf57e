import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ToolExecutionError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
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

// A complaint has a line. Units: characters.
const MAX_COMPLAINT_CHARS = 10_000;

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
    ...omitUndefined({ ownTemporaryFolder: options.ownTemporaryFolder }),
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
    // A group of its own: bubblewrap that is ended while it starts leaves a process behind, which waits for ever.
    const child: ChildProcess = spawn(program, args, {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const end = (): void => {
      endGroup(child);
      // Processes that it has left would keep it open.
      child.stderr?.destroy();
    };
    signal?.addEventListener('abort', end, { once: true });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < MAX_COMPLAINT_CHARS) stderr += text;
    });
    const settle = (problem: string | undefined, cause?: Error): void => {
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (cause === undefined) resolve(problem);
      else
        reject(
          new ToolExecutionError(
            `bubblewrap, the sandbox for commands, could not be tested (${cause.message}), and no command runs before it was: try again.`,
            { tool: 'sandbox' },
            { cause },
          ),
        );
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle(error.message, SHORTAGES.has(error.code) ? error : undefined);
    });
    // What bubblewrap leaves behind when somebody else kills it would keep its output open for ever.
    child.once('exit', () => {
      endGroup(child);
    });
    child.once('close', (code, signalName) => {
      const [firstLine = ''] = stderr.trim().split('\n');
      const failure = `${program} ended with ${code ?? signalName}`;
      if (signalName !== null) settle(undefined, new Error(failure));
      else settle(code === 0 ? undefined : firstLine || failure);
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function findTemporaryFolders(): readonly string[] {
  const real = ['/tmp', tmpdir()].filter((path) => existsSync(path)).map(resolveLinks);
  return [...new Set(real)];
}

function resolveLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
