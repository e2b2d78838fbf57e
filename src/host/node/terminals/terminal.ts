import { ToolExecutionError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { TerminalInfo, TerminalOutput, TerminalWait } from '../../../actors/protocol/shell.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { deferred } from '../../../actors/runtime/deferred.js';
import type { PreparedProgram } from '../sandbox/sandbox.js';
import { endProcessTree } from '../shell/end-process-tree.js';
import { HeadTailBuffer } from '../shell/head-tail-buffer.js';
import { limitLiveOutput } from '../shell/limit-live-output.js';
import { PlainText } from '../shell/plain-text.js';
import type { PtyProcess } from './load-pty.js';
import { MarkScanner } from './mark-scanner.js';
import { buildCommandInput, buildSetupInput } from './shell-input.js';

/** What happens in a terminal. */
export type ShellEvent =
  | { readonly type: 'command'; readonly command: string }
  | { readonly type: 'output'; readonly text: string }
  /** Comes last: the shell has ended, by itself or not. */
  | { readonly type: 'closed' };

interface TerminalOptions {
  readonly id: string;
  readonly cwd: AbsPath;
  /** The thread that opened it. Default: it is unknown. */
  readonly thread?: string;
  readonly pty: PtyProcess;
  /** A string in the environment of its processes. */
  readonly mark: string;
  /** The token of the marks that its shell prints. */
  readonly token: string;
  readonly program: PreparedProgram;
  readonly clock: Clock;
  readonly onEvent: (event: ShellEvent) => void;
}

/** The command that stands for Ctrl+C. */
const INTERRUPT_COMMAND = '^C';
const INTERRUPT = '\u0003';
// A shell that is just starting a program handles Ctrl+C itself and lets the program run. So it is sent again, as a
// person would, while the command goes on. Units: milliseconds.
const INTERRUPT_AGAIN_MS = 200;
const MAX_INTERRUPTS = 10;

/** One terminal and its shell, which runs one command after the other. */
export class Terminal {
  readonly #options: TerminalOptions;
  readonly #scanner: MarkScanner;
  readonly #plain = new PlainText();
  #unread = new HeadTailBuffer();
  #lastRun = 0;
  #isBusy = true;
  #isClosed = false;
  #exitCode: number | null = null;
  #onText: ((text: string) => void) | undefined;
  /** Called at the end of the command, or of the terminal. */
  #onEnd: (() => void) | undefined;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#scanner = new MarkScanner(options.token);
    options.pty.onData((piece) => {
      this.#take(piece);
    });
    options.pty.onExit(({ exitCode }) => {
      this.#close(exitCode);
    });
    options.pty.write(buildSetupInput(options.token));
  }

  get info(): TerminalInfo {
    const { id, cwd, thread } = this.#options;
    const isBusy = this.#isBusy && !this.#isClosed;
    return { id, cwd, isBusy, ...omitUndefined({ thread }) };
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async run(command: string, wait: TerminalWait): Promise<TerminalOutput> {
    wait.signal.throwIfAborted();
    if (this.#onEnd !== undefined) throw this.#failure('is being read already: wait for that to end');
    if (!this.#isClosed) this.#send(command);
    await this.#awaitEnd(wait);
    // Also while the command still runs: it may go on for hours.
    const repairs = await this.#options.program.repair();
    const { kept, droppedChars } = this.#read();
    const state = this.#isClosed ? 'closed' : this.#isBusy ? 'running' : 'finished';
    return {
      text: kept,
      droppedChars,
      state,
      exitCode: state === 'running' ? null : this.#exitCode,
      ...(repairs.length === 0 ? {} : { repairs }),
    };
  }

  /** Sends Ctrl+C to the running command. */
  interrupt(): void {
    this.#interrupt(this.#lastRun);
  }

  /** Kills the shell and everything that runs in it. */
  async kill(): Promise<void> {
    const { pty, mark, program, clock } = this.#options;
    const { isSandboxed } = program;
    await endProcessTree({ rootPid: pty.pid, mark }, { clock, hasWrapper: isSandboxed, hangsUp: true });
    // What its commands left behind since they were last looked at.
    await program.repair();
    program.release();
    // Closes this end; the shell has exited by now.
    pty.kill();
    this.#close(null);
  }

  #send(command: string): void {
    if (command.trim() === '') return;
    if (command.trim() === INTERRUPT_COMMAND) {
      this.#interrupt(this.#lastRun);
      return;
    }
    if (this.#isBusy) {
      throw this.#failure(
        'is busy: its last command still runs. Read on with an empty command, end it with ^C, or open another terminal',
      );
    }
    this.#lastRun += 1;
    this.#isBusy = true;
    this.#exitCode = null;
    this.#options.onEvent({ type: 'command', command });
    this.#options.pty.write(buildCommandInput(command, this.#lastRun));
  }

  /** Resolves when no command runs any more, or the time is up. */
  async #awaitEnd({ signal, timeoutMs, onOutput }: TerminalWait): Promise<void> {
    if (!this.#isBusy || this.#isClosed) return;
    const { promise, resolve, reject } = deferred<undefined>();
    const onAbort = (): void => {
      this.#interrupt(this.#lastRun);
      reject(signal.reason);
    };
    if (onOutput !== undefined) {
      this.#onText = limitLiveOutput((text) => {
        onOutput({ stream: 'stdout', text });
      });
    }
    this.#onEnd = () => {
      resolve(undefined);
    };
    const cancelTimer = this.#options.clock.after(timeoutMs, this.#onEnd);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', onAbort);
      this.#onEnd = undefined;
      this.#onText = undefined;
    }
  }

  #interrupt(run: number, count = 1): void {
    if (this.#isClosed || !this.#isBusy || run !== this.#lastRun) return;
    this.#options.pty.write(INTERRUPT);
    if (count === MAX_INTERRUPTS) return;
    this.#options.clock.after(INTERRUPT_AGAIN_MS, () => {
      this.#interrupt(run, count + 1);
    });
  }

  #take(piece: string): void {
    for (const found of this.#scanner.push(piece)) {
      if (found.kind === 'text') this.#add(this.#plain.push(found.text));
      else if (found.run === this.#lastRun) {
        this.#add(this.#plain.end());
        this.#isBusy = false;
        this.#exitCode = found.exitCode;
        this.#onEnd?.();
      }
    }
  }

  #add(text: string): void {
    if (text === '') return;
    this.#unread.add(text);
    this.#onText?.(text);
    this.#options.onEvent({ type: 'output', text });
  }

  #read(): { kept: string; droppedChars: number } {
    const unread = this.#unread;
    this.#unread = new HeadTailBuffer();
    return { kept: unread.toString(), droppedChars: unread.droppedChars };
  }

  #close(exitCode: number | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#exitCode = exitCode;
    this.#add(this.#plain.end());
    this.#onEnd?.();
    this.#options.onEvent({ type: 'closed' });
  }

  #failure(problem: string): ToolExecutionError {
    return new ToolExecutionError(`Terminal ${this.#options.id} ${problem}.`, {
      tool: 'run_persistent_command',
    });
  }
}
