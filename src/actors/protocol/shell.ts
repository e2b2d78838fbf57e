import type { AbsPath } from './workspace.js';

/** Output as it comes, as text that is safe to show on a terminal. */
export type OnOutput = (chunk: { readonly stream: 'stdout' | 'stderr'; readonly text: string }) => void;

/**
 * What a command may reach. `workspace`: it reads what the person can read, secrets excepted, and writes in the roots and
 * in the temporary folder only. `none`: all that the person can. Where the system offers no sandbox both are the same.
 */
export type SandboxRequest =
  { readonly kind: 'workspace'; readonly hasNetwork: boolean } | { readonly kind: 'none' };

/** Whether commands can be sandboxed; if not, a sentence that says why, for a person. */
export type SandboxState = 'sandboxed' | { readonly missing: string };

/** A command line to run, and its limits. */
export interface ShellCommand {
  readonly command: string;
  /** What `WorkspaceGate` gave. */
  readonly cwd: AbsPath;
  /** How long it may print nothing. Units: milliseconds. */
  readonly idleTimeoutMs: number;
  /** How long it may take in all. Default: for ever. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
  readonly onOutput?: OnOutput;
  readonly sandbox: SandboxRequest;
}

/** What a command printed, and how it ended. */
export interface CommandResult {
  /** Shape: both without escape sequences and control characters; a long one has a note in place of its middle. */
  readonly stdout: string;
  readonly stderr: string;
  /** 128 and its number for a signal, as shells say it; `null` when it was ended from here. */
  readonly exitCode: number | null;
  readonly signalName?: string;
  /** `idle`: it printed nothing for too long. */
  readonly endedBy: 'exit' | 'timeout' | 'idle' | 'cancel';
  readonly durationMs: number;
  /** What the notes stand for. Units: UTF-16 units. */
  readonly droppedChars: { readonly stdout: number; readonly stderr: number };
  /** How many processes it had left in the background, where that can be seen; they were ended with it. */
  readonly leftRunning: number;
  readonly isSandboxed: boolean;
}

/** Runs commands to their end. Source: SPEC T5. */
export interface Shell extends AsyncDisposable {
  /** Resolves once the sandbox was tried out. */
  readonly sandboxState: Promise<SandboxState>;
  /**
   * Resolves when no process of the command is left. An abort of the signal ends the command, and is a result.
   * Errors: `FileNotFoundError` when `cwd` is gone; `ToolExecutionError` when the command cannot be started.
   */
  run(command: ShellCommand): Promise<CommandResult>;
}

/** A terminal that lives on. */
export interface TerminalInfo {
  readonly id: string;
  /** Where it was opened. */
  readonly cwd: AbsPath;
  /** Whether a command is running in it. */
  readonly isBusy: boolean;
}

/** What a terminal printed since it was last read. */
export interface TerminalOutput {
  /** Shape: as `CommandResult.stdout`, both streams as they came. */
  readonly text: string;
  readonly droppedChars: number;
  /** `running`: the time is up and the command goes on. `closed`: the terminal is gone, by `exit` for instance. */
  readonly state: 'finished' | 'running' | 'closed';
  /** Of the command that finished, or of the terminal; `null` when it is not known. */
  readonly exitCode: number | null;
}

/** How long to wait for a command in a terminal. */
export interface TerminalWait {
  readonly signal: AbortSignal;
  /** Units: milliseconds. */
  readonly timeoutMs: number;
  readonly onOutput?: OnOutput;
}

/** Terminals that live on across turns, and die with the host. Source: SPEC T6. */
export interface Terminals extends AsyncDisposable {
  /** Resolves once the sandbox was tried out. */
  readonly sandboxState: Promise<SandboxState>;
  list(): readonly TerminalInfo[];
  /** Whether `run` and `kill` know this id. One whose shell has ended by itself is known until that was read. */
  has(id: string): boolean;
  /** The id of a new terminal. Errors: `ToolExecutionError` when there can be none; `FileNotFoundError` without `cwd`. */
  open(cwd: AbsPath, signal?: AbortSignal): Promise<string>;
  /**
   * Runs a command and waits until it ends or the time is up; an empty one waits for what runs already, and `^C`
   * interrupts that.
   * Errors: `ToolExecutionError` when there is no such terminal, or when it is busy with another command; the signal's
   * reason, once what runs has been interrupted as by Ctrl+C.
   */
  run(id: string, command: string, wait: TerminalWait): Promise<TerminalOutput>;
  /** Ends it and all that runs in it. Errors: `ToolExecutionError` when there is no such terminal. */
  kill(id: string): Promise<void>;
}
