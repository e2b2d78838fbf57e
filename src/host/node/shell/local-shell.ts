import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { FileNotFoundError, ToolExecutionError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { CommandResult, SandboxState, Shell, ShellCommand } from '../../../actors/protocol/shell.js';
import { orAbort } from '../../../actors/runtime/abort.js';
import { type Clock, systemClock, within } from '../../../actors/runtime/clock.js';
import { deferred } from '../../../actors/runtime/deferred.js';
import type { PreparedProgram, Sandbox } from '../sandbox/sandbox.js';
import { CapturedStream } from './captured-stream.js';
import { buildCommandEnvironment, MARK_VARIABLE } from './build-command-environment.js';
import { endProcessTree } from './end-process-tree.js';
import type { ProcessTree } from './find-process-tree.js';
import { findRefusal } from './find-refusal.js';
import { chooseShell } from './choose-shell.js';

type CommandProcess = ChildProcessByStdio<null, Readable, Readable>;
type Ending = CommandResult['endedBy'];

export interface LocalShellOptions {
  /** Called for each command or terminal; the first one waits until the sandbox was tested. */
  readonly sandbox: () => Promise<Sandbox>;
  /** Default: the environment of this process. Troupe's keys are removed. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
}

// Once all processes of a command have ended, its pipes only hold unread output; only a process that was not found
// can keep them open. After this much silence, or this much time in all, they are closed. Units: milliseconds.
const DRAIN_SILENCE_MS = 250;
const DRAIN_MS = 2000;
// A process that survives SIGKILL waits for a broken disk, and no caller should wait with it. Units: milliseconds.
const UNKILLABLE_MS = 3000;

// A harmless command that prints more than this goes on as `| head` would let it: its pipe is closed. Units: bytes.
const MAX_LOOKING_BYTES = 64_000_000;

/** Runs commands in processes on this machine, each in a process group of its own. Source: SPEC T5. */
export class LocalShell implements Shell {
  readonly #findSandbox: () => Promise<Sandbox>;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #clock: Clock;
  readonly #disposal = new AbortController();
  readonly #running = new Set<Promise<CommandResult>>();

  constructor({ sandbox, environment = process.env, clock = systemClock }: LocalShellOptions) {
    this.#findSandbox = sandbox;
    this.#environment = environment;
    this.#clock = clock;
  }

  get sandboxState(): Promise<SandboxState> {
    return this.#findSandbox().then(({ state }) => state);
  }

  async run(command: ShellCommand): Promise<CommandResult> {
    command.signal.throwIfAborted();
    const running = this.#run({
      ...command,
      signal: AbortSignal.any([command.signal, this.#disposal.signal]),
    });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Kills the commands that still run. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposal.abort();
    await Promise.allSettled(this.#running);
  }

  async #run(command: ShellCommand): Promise<CommandResult> {
    const startedMs = this.#clock.now();
    const sandbox = await orAbort(this.#findSandbox(), command.signal);
    const program = await this.#prepare(sandbox, command);
    try {
      return await this.#runPrepared(command, program, startedMs);
    } finally {
      program.release();
    }
  }

  async #runPrepared(
    command: ShellCommand,
    program: PreparedProgram,
    startedMs: number,
  ): Promise<CommandResult> {
    const { isSandboxed } = program;
    const { tree, child } = await this.#start(command, program);
    const maxBytes = command.sandbox.kind === 'looking' ? MAX_LOOKING_BYTES : Infinity;
    const watch = new OutputWatch(child, command, maxBytes, this.#clock);
    const exited = new Promise((resolve) => {
      child.once('exit', resolve);
    });

    const endedBy = await this.#awaitEnd(command, watch, exited);
    // The kernel ends what a sandbox still holds when its first process has ended; what only looks leaves nothing to wait
    // for. Looking for such processes takes longer than the sandbox. A sandbox that somebody kills while it starts leaves
    // some behind.
    const isOver =
      endedBy === 'exit' && child.signalCode === null && isSandboxed && command.sandbox.kind === 'looking';
    const ended = isOver ? 0 : await endProcessTree(tree, { clock: this.#clock, hasWrapper: isSandboxed });
    await within(this.#clock, UNKILLABLE_MS, exited);
    await watch.drain();
    const repairs = await program.repair();

    const signalName = child.signalCode ?? undefined;
    const exitCode =
      endedBy === 'exit'
        ? (child.exitCode ?? (signalName === undefined ? null : 128 + constants.signals[signalName]))
        : null;
    const [stdout, stderr] = [watch.stdout.kept.toString(), watch.stderr.kept.toString()];
    const droppedChars = { stdout: watch.stdout.kept.droppedChars, stderr: watch.stderr.kept.droppedChars };
    const isWhole = droppedChars.stdout + droppedChars.stderr === 0;
    const refusal = isSandboxed
      ? findRefusal({ stdout, stderr, exitCode, cwd: command.cwd, environment: this.#environment })
      : undefined;
    return {
      stdout,
      stderr,
      exitCode,
      ...omitUndefined({ signalName }),
      endedBy,
      durationMs: this.#clock.now() - startedMs,
      droppedChars,
      ...(isWhole
        ? {}
        : { whole: { stdout: watch.stdout.whole.toString(), stderr: watch.stderr.whole.toString() } }),
      // In a sandbox the kernel ends these processes.
      leftRunning: endedBy === 'exit' && !isSandboxed ? ended : 0,
      isSandboxed,
      ...(refusal === undefined ? {} : { refusal: refusal.kind, refusalLine: refusal.line }),
      ...(repairs.length === 0 ? {} : { repairs }),
    };
  }

  async #prepare(sandbox: Sandbox, command: ShellCommand): Promise<PreparedProgram> {
    const { cwd, sandbox: request } = command;
    try {
      const argv = chooseShell(command.command);
      return await sandbox.prepare({ argv, cwd, request, environment: this.#environment });
    } catch (error) {
      throw toStartError(error, command);
    }
  }

  async #start(
    command: ShellCommand,
    { argv, environment, files = new Map<number, string>() }: PreparedProgram,
  ): Promise<{ tree: ProcessTree; child: CommandProcess }> {
    const mark = randomBytes(16).toString('hex');
    const [program, ...args] = argv;
    const opened: number[] = [];
    try {
      const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'pipe'];
      for (const [descriptor, file] of files) {
        while (stdio.length <= descriptor) stdio.push('ignore');
        opened.push((stdio[descriptor] = openSync(file, 'r')));
      }
      // The types know no pipes beside other files.
      const child = spawn(program, args, {
        cwd: command.cwd,
        env: buildCommandEnvironment(environment, mark, this.#environment[MARK_VARIABLE]),
        stdio,
        // A process group and session of its own can be killed as one, and has no terminal to prompt on.
        detached: process.platform !== 'win32',
        windowsHide: true,
      }) as CommandProcess;
      const { promise, resolve, reject } = deferred<undefined>();
      child.once('spawn', () => {
        resolve(undefined);
      });
      child.once('error', reject);
      await promise;
      const { pid: rootPid } = child;
      if (rootPid === undefined) throw new Error('the process has no number');
      return { tree: { rootPid, mark }, child };
    } catch (error) {
      throw toStartError(error, command);
    } finally {
      for (const file of opened) closeSync(file);
    }
  }

  /** Waits for the first event that ends the command. */
  async #awaitEnd(command: ShellCommand, watch: OutputWatch, exited: Promise<unknown>): Promise<Ending> {
    const { promise, resolve } = deferred<Ending>();
    const onAbort = (): void => {
      resolve('cancel');
    };
    void exited.then(() => {
      resolve('exit');
    });
    const { idleTimeoutMs, timeoutMs = Infinity } = command;
    // When two events coincide, the one that the caller asked for is reported.
    const cancelIdle =
      timeoutMs > idleTimeoutMs
        ? watch.onceIdle(idleTimeoutMs, () => {
            resolve('idle');
          })
        : undefined;
    const cancelTimeout =
      timeoutMs < Infinity
        ? this.#clock.after(timeoutMs, () => {
            resolve('timeout');
          })
        : undefined;
    if (command.signal.aborted) onAbort();
    else command.signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      cancelIdle?.();
      cancelTimeout?.();
      command.signal.removeEventListener('abort', onAbort);
    }
  }
}

const TOO_MUCH = Buffer.from(
  `\n[... the command was cut off here, after ${MAX_LOOKING_BYTES / 1e6} MB of output ...]\n`,
);

/** Reads both pipes of a command. */
class OutputWatch {
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
  readonly #child: CommandProcess;
  readonly #clock: Clock;
  readonly #closed: Promise<unknown>;
  #leftBytes: number;
  #lastMs: number;

  constructor(
    child: CommandProcess,
    { onOutput }: Pick<ShellCommand, 'onOutput'>,
    maxBytes: number,
    clock: Clock,
  ) {
    this.#child = child;
    this.#leftBytes = maxBytes;
    this.#clock = clock;
    this.#lastMs = clock.now();
    this.stdout = this.#capture('stdout', onOutput);
    this.stderr = this.#capture('stderr', onOutput);
    this.#closed = new Promise((resolve) => {
      child.once('close', resolve);
    });
  }

  /** Calls `callback` once after `silenceMs` without output; the returned function cancels that. */
  onceIdle(silenceMs: number, callback: () => void): () => void {
    let cancelTimer: () => void = () => undefined;
    const wait = (): void => {
      const leftMs = this.#lastMs + silenceMs - this.#clock.now();
      if (leftMs <= 0) callback();
      else cancelTimer = this.#clock.after(leftMs, wait);
    };
    wait();
    return () => {
      cancelTimer();
    };
  }

  /** Resolves when both pipes have been read to their end, or were closed because a process holds them open. */
  async drain(): Promise<void> {
    const { promise: givenUp, resolve } = deferred<undefined>();
    const giveUp = (): void => {
      resolve(undefined);
    };
    this.#lastMs = this.#clock.now();
    let callOffSilence: () => void = () => undefined;
    const awaitSilence = (): void => {
      callOffSilence = this.onceIdle(DRAIN_SILENCE_MS, () => {
        // Timers fire before pipes are read, so after a pause of this thread some output may still be unread.
        setImmediate(() => {
          if (this.#clock.now() - this.#lastMs < DRAIN_SILENCE_MS) awaitSilence();
          else giveUp();
        });
      });
    };
    awaitSilence();
    const callOffLimit = this.#clock.after(DRAIN_MS, giveUp);
    await Promise.race([this.#closed, givenUp]);
    callOffSilence();
    callOffLimit();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.stdout.end();
    this.stderr.end();
  }

  #capture(stream: 'stdout' | 'stderr', onOutput: ShellCommand['onOutput']): CapturedStream {
    const captured = new CapturedStream(
      onOutput === undefined
        ? undefined
        : (text) => {
            onOutput({ stream, text });
          },
    );
    this.#child[stream].on('data', (bytes: Buffer) => {
      this.#lastMs = this.#clock.now();
      captured.push(bytes);
      this.#leftBytes -= bytes.length;
      if (this.#leftBytes >= 0) return;
      captured.push(TOO_MUCH);
      this.#child.stdout.destroy();
      this.#child.stderr.destroy();
    });
    // A broken pipe is treated like a closed one.
    this.#child[stream].on('error', () => undefined);
    return captured;
  }
}

function toStartError(cause: unknown, { command, cwd }: ShellCommand): Error {
  if (!existsSync(cwd)) {
    return new FileNotFoundError(
      `The directory ${cwd} does not exist: run the command in another.`,
      { path: cwd, suggestions: [] },
      { cause },
    );
  }
  const code = errorCode(cause);
  const problem =
    code === 'ENOTDIR'
      ? `${cwd} is not a directory`
      : code === 'E2BIG'
        ? `it is too long (${command.length} characters, and the environment): write it to a file and run that`
        : messageOf(cause);
  return new ToolExecutionError(
    `The command cannot be started: ${problem}.`,
    { tool: 'run_command' },
    { cause },
  );
}
