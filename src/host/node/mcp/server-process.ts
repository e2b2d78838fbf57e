import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { SandboxRequest } from '../../../actors/protocol/shell.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { deferred } from '../../../actors/runtime/deferred.js';
import { buildWorldEnvironment } from '../sandbox/environment/build-world-environment.js';
import type { Argv, PreparedProgram, Sandbox } from '../sandbox/sandbox.js';
import { buildCommandEnvironment, MARK_VARIABLE } from '../shell/build-command-environment.js';
import { endProcessTree } from '../shell/end-process-tree.js';

/** A program that serves on its standard streams. */
export interface ServerProgram {
  readonly argv: Argv;
  readonly cwd: AbsPath;
  /** Variables besides the well-known harmless ones of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: it runs without a sandbox. */
  readonly sandbox?: { readonly network: boolean };
}

/** A running server. */
export interface ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves to how it ended, as a sentence, when none of its processes is left. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends it with all that it has started. `stop`: it may end by itself first, as its standard input is closed. */
  end(how: 'stop' | 'kill'): void;
}

// A server that has something to finish when its input is closed has this long. Units: milliseconds.
const GOODBYE_MS = 300;

// A process that waits for a broken disk survives even SIGKILL: the guard gives up some seconds later.
const MAX_GUARD_ROUNDS = 200;

/**
 * Starts the program beside a guard in its process group, which holds one end of a pipe of this process: however this
 * process ends, the pipe closes, and the guard kills the group and whatever else has the mark in its environment, until
 * it has found nothing twice: a process that is killed may just have begun another one. The guard has nothing of the
 * server's environment.
 * Parameters: the mark, then the program.
 */
const GUARDED = (descriptor: number): string =>
  `mark=$1; shift
(trap '' HUP INT TERM; exec /usr/bin/env -i PATH=/usr/bin:/bin /bin/sh -c '
  read -r _ <&${descriptor}
  round=0; empty=0
  while [ "$empty" -lt 2 ] && [ "$round" -lt ${MAX_GUARD_ROUNDS} ]; do
    round=$((round + 1)); empty=$((empty + 1))
    for found in $(grep -alsF -e "$1" /proc/[0-9]*/environ | cut -d/ -f3); do empty=0; kill -9 "$found"; done
  done
  kill -9 0' sh "$mark"
) </dev/null >/dev/null 2>&1 &
exec ${descriptor}<&-; exec "$@"`;

/**
 * Starts a server. It gets none of this process's secrets: only the well-known harmless variables, and those of `env`.
 * Errors: an `Error` when it cannot be started, or not in the sandbox that it is meant for.
 */
export async function startServer(
  { argv, cwd, env, sandbox: wanted }: ServerProgram,
  findSandbox: () => Promise<Sandbox>,
): Promise<ServerProcess> {
  const request: SandboxRequest =
    wanted === undefined
      ? { kind: 'none' }
      : { kind: 'working', hasNetwork: wanted.network, mayWriteRepository: false, reveals: [] };
  const sandbox = await findSandbox();
  if (wanted !== undefined && sandbox.state !== 'sandboxed')
    throw new Error(`It is meant to run in a sandbox, and there is none here. ${sandbox.state.missing}.`);
  const harmless = await prepareHarmless(sandbox, argv, cwd, request);
  try {
    return await startPrepared(harmless, cwd, env);
  } catch (error) {
    harmless.release();
    throw error;
  }
}

/** The program with the environment of the working world, also where nothing else limits it. */
async function prepareHarmless(
  sandbox: Sandbox,
  argv: Argv,
  cwd: AbsPath,
  request: SandboxRequest,
): Promise<PreparedProgram> {
  const prepared = await sandbox.prepare({ argv, cwd, request, environment: process.env });
  if (request.kind !== 'none') return prepared;
  const working: SandboxRequest = {
    kind: 'working',
    hasNetwork: true,
    mayWriteRepository: true,
    reveals: [],
  };
  const environment = buildWorldEnvironment(process.env, working, { roots: [], variables: [] });
  return { ...prepared, environment };
}

async function startPrepared(
  program: PreparedProgram,
  cwd: AbsPath,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const mark = randomBytes(16).toString('hex');
  const { files = new Map<number, string>() } = program;
  const opened: number[] = [];
  const stdio: ('ignore' | 'pipe' | number)[] = ['pipe', 'pipe', 'pipe'];
  const { promise: spawned, resolve, reject } = deferred<undefined>();
  let child: ChildProcess;
  let guard: number | undefined;
  try {
    for (const [descriptor, file] of files) {
      while (stdio.length <= descriptor) stdio.push('ignore');
      opened.push((stdio[descriptor] = openSync(file, 'r')));
    }
    // The shell knows descriptors of one digit only.
    guard = process.platform !== 'win32' && stdio.length <= 9 ? stdio.push('pipe') - 1 : undefined;
    const [command, ...args] =
      guard === undefined ? program.argv : ['/bin/sh', '-c', GUARDED(guard), 'sh', mark, ...program.argv];
    const commandEnvironment = buildCommandEnvironment(program.environment, mark, process.env[MARK_VARIABLE]);
    child = spawn(command, args, {
      cwd,
      // The mark is last: without it, processes that leave the group could not be found.
      env: { ...commandEnvironment, ...env, [MARK_VARIABLE]: commandEnvironment[MARK_VARIABLE] },
      stdio,
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    child.once('spawn', () => {
      resolve(undefined);
    });
    child.once('error', reject);
    await spawned;
  } finally {
    for (const file of opened) closeSync(file);
  }
  return new GuardedProcess(child, mark, program, guard === undefined ? undefined : child.stdio[guard]);
}

class GuardedProcess implements ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #kill: () => void;

  constructor(
    child: ChildProcess,
    mark: string,
    program: PreparedProgram,
    guard: Readable | Writable | null | undefined,
  ) {
    const { stdin, stdout, stderr, pid: rootPid } = child;
    if (stdin === null || stdout === null || stderr === null || rootPid === undefined)
      throw new Error('The process has no standard streams.');
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    this.#child = child;
    for (const stream of [stdin, stdout, stderr, guard]) stream?.on('error', () => undefined);
    const exit = deferred<string>();
    child.once('exit', (code, signal) => {
      exit.resolve(signal === null ? `It ended with exit code ${code ?? 0}.` : `It was ended by ${signal}.`);
    });
    const over = deferred<undefined>();
    this.#kill = () => {
      over.resolve(undefined);
    };
    this.ended = (async () => {
      await Promise.race([exit.promise, over.promise]);
      await endProcessTree({ rootPid, mark }, { clock: systemClock, hasWrapper: program.isSandboxed });
      // What has left both the group and the mark behind is out of reach; the pipes must not wait for it.
      guard?.destroy();
      for (const stream of [stdin, stdout, stderr]) stream.destroy();
      const repairs = await program.repair().catch(() => []);
      program.release();
      return [await exit.promise, ...repairs].join(' ');
    })();
  }

  end(how: 'stop' | 'kill'): void {
    this.stdin.end();
    if (how === 'kill') {
      this.#kill();
      return;
    }
    const cancel = systemClock.after(GOODBYE_MS, this.#kill);
    this.#child.once('exit', cancel);
  }
}
