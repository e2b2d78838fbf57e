import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { FileNotFoundError, ToolExecutionError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type {
  SandboxRequest,
  SandboxState,
  TerminalAccess,
  TerminalEvent,
  TerminalInfo,
  TerminalOpening,
  TerminalOutput,
  Terminals,
  TerminalWait,
} from '../../../actors/protocol/shell.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { orAbort } from '../../../actors/runtime/abort.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { missingTerminalError } from '../../../actors/tools/shell/missing-terminal-error.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { buildCommandEnvironment, MARK_VARIABLE } from '../shell/build-command-environment.js';
import { findBash } from '../shell/choose-shell.js';
import type { LocalShellOptions } from '../shell/local-shell.js';
import { loadPty, type Pty } from './load-pty.js';
import { buildTerminalProgram } from './shell-input.js';
import { type ShellEvent, Terminal } from './terminal.js';

interface LocalTerminalsOptions extends LocalShellOptions {
  /** Default: `@lydell/node-pty`, loaded on first use. */
  readonly load?: () => Promise<Pty>;
}

interface StartOptions {
  readonly cwd: AbsPath;
  readonly access: SandboxRequest;
  readonly thread: string | undefined;
}

// A model that has opened this many terminals has lost track of them. Each one is a shell.
const MAX_TERMINALS = 20;
// Wide enough not to break the lines of logs. Units: characters.
const COLUMNS = 200;
const ROWS = 50;
// A shell without start-up files is ready in 50 ms; this allows for a slow machine. Units: milliseconds.
const READY_TIMEOUT_MS = 30_000;

/** Terminals on this machine. Source: SPEC T6. */
export class LocalTerminals implements Terminals, TerminalAccess {
  readonly #options: LocalTerminalsOptions;
  readonly #open = new Map<string, Terminal>();
  readonly #listeners = new Set<(event: TerminalEvent) => void>();
  /** Terminals whose shell has started and not ended. What it prints before is no output. */
  readonly #announced = new Set<string>();
  #lastId = 0;
  #isDisposed = false;

  constructor(options: LocalTerminalsOptions) {
    this.#options = options;
  }

  get sandboxState(): Promise<SandboxState> {
    return this.#options.sandbox().then(({ state }) => state);
  }

  list(): readonly TerminalInfo[] {
    return [...this.#open.values()].filter(({ isClosed }) => !isClosed).map(({ info }) => info);
  }

  async open(
    cwd: AbsPath,
    access: SandboxRequest,
    { signal = new AbortController().signal, thread }: TerminalOpening = {},
  ): Promise<string> {
    const parts = Promise.all([(this.#options.load ?? loadPty)(), this.#options.sandbox()]);
    const [pty, sandbox] = await orAbort(parts, signal);
    signal.throwIfAborted();
    const terminal = await this.#start(pty, sandbox, { cwd, access, thread });
    const { id } = terminal.info;
    try {
      const ready = await terminal.run('', { signal, timeoutMs: READY_TIMEOUT_MS });
      if (ready.state === 'finished') {
        this.#announced.add(id);
        this.#emit({ type: 'opened', terminal: terminal.info });
        return id;
      }
      throw failure(`The shell does not start: ${ready.text.trim() || 'it says nothing'}.`);
    } catch (error) {
      if (this.#open.has(id)) await this.#remove(id, terminal);
      throw error;
    }
  }

  has(id: string): boolean {
    return this.#open.has(id);
  }

  async run(id: string, command: string, wait: TerminalWait): Promise<TerminalOutput> {
    const terminal = this.#get(id);
    const output = await terminal.run(command, wait);
    if (output.state === 'closed') await this.#remove(id, terminal);
    return output;
  }

  async kill(id: string): Promise<void> {
    await this.#remove(id, this.#get(id));
  }

  watch(listener: (event: TerminalEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  interrupt(id: string): void {
    this.#open.get(id)?.interrupt();
  }

  /** Closes every terminal and kills everything that runs in them. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#open].map(([id, terminal]) => this.#remove(id, terminal)));
  }

  async #remove(id: string, terminal: Terminal): Promise<void> {
    this.#open.delete(id);
    await terminal.kill();
  }

  #emit(event: TerminalEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #get(id: string): Terminal {
    const terminal = this.#open.get(id);
    if (terminal === undefined) throw missingTerminalError(id, this.list());
    return terminal;
  }

  /** Errors: `ToolExecutionError` when no terminal may be opened any more. */
  #requireRoom(): void {
    if (this.#isDisposed) throw failure('The host is closed.');
    if (this.list().length >= MAX_TERMINALS)
      throw failure(`There are ${MAX_TERMINALS} terminals already: kill one that is not needed any more.`);
  }

  /** Starts a terminal, which counts as open from then on. */
  async #start({ spawn }: Pty, sandbox: Sandbox, { cwd, access, thread }: StartOptions): Promise<Terminal> {
    this.#requireRoom();
    const bash = findBash();
    if (bash === undefined) {
      throw failure('Persistent terminals need bash, which is not installed. run_command works without it.');
    }
    // Without this folder the terminal would open in another one, or print an error and close.
    if (!existsSync(cwd)) {
      throw new FileNotFoundError(`The directory ${cwd} does not exist.`, { path: cwd, suggestions: [] });
    }
    const { environment = process.env, clock = systemClock } = this.#options;
    const mark = randomBytes(16).toString('hex');
    const prepared = await sandbox.prepare({
      argv: buildTerminalProgram(bash),
      cwd,
      request: access,
      environment,
      hasTerminal: true,
    });
    const [program, ...args] = prepared.argv;
    const env = buildCommandEnvironment(prepared.environment, mark, environment[MARK_VARIABLE]);
    try {
      // Others may have been opened, or all closed, while the sandbox was prepared.
      this.#requireRoom();
      const pty = spawn(program, args, { name: env['TERM'] ?? 'dumb', cols: COLUMNS, rows: ROWS, cwd, env });
      this.#lastId += 1;
      const id = String(this.#lastId);
      const token = randomBytes(16).toString('hex');
      const onEvent = (event: ShellEvent): void => {
        if (!this.#announced.has(id)) return;
        if (event.type === 'closed') this.#announced.delete(id);
        this.#emit({ ...event, id });
      };
      const place = { id, cwd, ...omitUndefined({ thread }) };
      const terminal = new Terminal({ ...place, pty, mark, token, program: prepared, clock, onEvent });
      this.#open.set(id, terminal);
      return terminal;
    } catch (error) {
      prepared.release();
      throw error;
    }
  }
}

function failure(message: string): ToolExecutionError {
  return new ToolExecutionError(message, { tool: 'persistent terminals' });
}
