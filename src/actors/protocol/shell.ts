import type { SandboxRefusal } from './sandbox-refusal.js';
import type { AbsPath } from './workspace.js';

/** Called with output as it arrives, as text that is safe to show on a terminal. */
type OnOutput = (chunk: { readonly stream: 'stdout' | 'stderr'; readonly text: string }) => void;

/**
 * What a command may access, where the system has a sandbox.
 * - `looking`: for commands that nobody was asked about. They can change nothing and reach nothing outside the roots.
 * - `working`: for commands that a person or a rule allowed. They write to the roots and the temporary folder, but not
 *   to `.git`, and find in the home folder and the environment only what is listed as harmless or revealed to them.
 * - `none`: everything that the person can access.
 * Source: SPEC T9.
 */
export type SandboxRequest =
  | { readonly kind: 'looking' }
  | ({ readonly kind: 'working' } & CommandGrants & {
        /**
         * Files and folders of the roots that it cannot write to, because they could not be restored afterwards. Caches in
         * them stay writable. Default: none.
         */
        readonly readOnly?: readonly AbsPath[];
      })
  | { readonly kind: 'none' };

/** What a person may allow a command beyond the working world. */
export interface CommandGrants {
  readonly hasNetwork: boolean;
  /** Whether it may write commits, branches and the index of a repository. Its settings and hooks stay locked. */
  readonly mayWriteRepository: boolean;
  /** Names of variables of the environment, and paths in the home folder that begin with `~/`. */
  readonly reveals: readonly string[];
}

/** Whether commands can be sandboxed; if not, `missing` says why, as a sentence for a person. */
export type SandboxState = 'sandboxed' | { readonly missing: string };

/** A command line to run, and its limits. */
export interface ShellCommand {
  readonly command: string;
  /** As `WorkspaceGate` returned it. */
  readonly cwd: AbsPath;
  /** Longest time without output. Units: milliseconds. */
  readonly idleTimeoutMs: number;
  /** Longest time in all. Units: milliseconds. Default: no limit. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
  readonly onOutput?: OnOutput;
  readonly sandbox: SandboxRequest;
}

/** The output of a command, and how it ended. */
export interface CommandResult {
  /**
   * Shape: both streams without escape sequences and control characters; a long one has a note in place of its middle.
   */
  readonly stdout: string;
  readonly stderr: string;
  /** After a signal 128 plus its number, as in shells; `null` when Troupe killed the command. */
  readonly exitCode: number | null;
  readonly signalName?: string;
  /** `idle`: it printed nothing for too long. */
  readonly endedBy: 'exit' | 'timeout' | 'idle' | 'cancel';
  readonly durationMs: number;
  /** The length of the text that the notes replace. Units: UTF-16 units. */
  readonly droppedChars: { readonly stdout: number; readonly stderr: number };
  /** Both streams, up to 8 million characters of each, where something was dropped. */
  readonly whole?: { readonly stdout: string; readonly stderr: string };
  /** Background processes that the command left running, where they can be counted. They were killed. */
  readonly leftRunning: number;
  readonly isSandboxed: boolean;
  /** Set when the command failed, and its output says that the sandbox kept something from it. */
  readonly refusal?: SandboxRefusal;
  /** The line of output that says so. */
  readonly refusalLine?: string;
  /**
   * Sentences for a person, on what the command left for git to run and what was done about it, and on protected places
   * that it made or changed. Shape: not empty.
   */
  readonly repairs?: readonly string[];
}

/** Runs commands to their end. Source: SPEC T5. */
export interface Shell extends AsyncDisposable {
  /** Resolves once the sandbox has been tested. */
  readonly sandboxState: Promise<SandboxState>;
  /**
   * Resolves when every process of the command has ended. An abort of the signal kills the command; the result says so.
   * Errors: `FileNotFoundError` when `cwd` does not exist; `ToolExecutionError` when the command cannot be started.
   */
  run(command: ShellCommand): Promise<CommandResult>;
}

/** A terminal that stays open across turns. */
export interface TerminalInfo {
  readonly id: string;
  /** The folder in which it was opened. */
  readonly cwd: AbsPath;
  /** Whether a command is running in it. */
  readonly isBusy: boolean;
  /** The id of the thread that opened it. Absent: it is unknown. */
  readonly thread?: string;
}

/** How a terminal is opened. */
export interface TerminalOpening {
  readonly signal?: AbortSignal;
  /** The id of the thread that opens it. Default: it is unknown. */
  readonly thread?: string;
}

/** The output of a terminal since the last read. */
export interface TerminalOutput {
  /** Shape: as `CommandResult.stdout`, with both streams interleaved as they arrived. */
  readonly text: string;
  readonly droppedChars: number;
  /** `running`: the time is up and the command goes on. `closed`: the terminal is gone, after `exit` for instance. */
  readonly state: 'finished' | 'running' | 'closed';
  /** Of the finished command, or of the closed terminal's shell; `null` when it is unknown. */
  readonly exitCode: number | null;
  /** As `CommandResult.repairs`. */
  readonly repairs?: readonly string[];
}

/** How long to wait for a command in a terminal. */
export interface TerminalWait {
  readonly signal: AbortSignal;
  /** Units: milliseconds. */
  readonly timeoutMs: number;
  readonly onOutput?: OnOutput;
}

/** Terminals that stay open across turns and close with the host. Source: SPEC T6. */
export interface Terminals extends AsyncDisposable {
  /** Resolves once the sandbox has been tested. */
  readonly sandboxState: Promise<SandboxState>;
  list(): readonly TerminalInfo[];
  /** Whether `run` and `kill` know this id. A terminal whose shell has exited is known until its output was read. */
  has(id: string): boolean;
  /**
   * Opens a terminal whose commands have this access, and resolves to its id. Errors: `ToolExecutionError`;
   * `FileNotFoundError` when `cwd` does not exist.
   */
  open(cwd: AbsPath, access: SandboxRequest, opening?: TerminalOpening): Promise<string>;
  /**
   * Runs a command until it ends or the time is up. An empty command waits for the one that is running, and `^C`
   * interrupts that one.
   * Errors: `ToolExecutionError` when there is no such terminal, or when it is busy with another command; the signal's
   * reason, once the running command was interrupted as by Ctrl+C.
   */
  run(id: string, command: string, wait: TerminalWait): Promise<TerminalOutput>;
  /**
   * Closes the terminal and kills everything that runs in it. Errors: `ToolExecutionError` when there is no such
   * terminal.
   */
  kill(id: string): Promise<void>;
}

/** What happens in a terminal, for a program that shows it. */
export type TerminalEvent =
  | { readonly type: 'opened'; readonly terminal: TerminalInfo }
  /** As the model wrote it, control characters included. */
  | { readonly type: 'command'; readonly id: string; readonly command: string }
  /** Text that is safe to show on a terminal. It may come fast: readers drop what nobody can read. */
  | { readonly type: 'output'; readonly id: string; readonly text: string }
  | { readonly type: 'closed'; readonly id: string };

/** The open terminals, for the person whose agent opened them. Source: SPEC T6. */
export interface TerminalAccess {
  list(): readonly TerminalInfo[];
  /** Calls `listener` with what happens from now on, until the returned function is called. */
  watch(listener: (event: TerminalEvent) => void): () => void;
  /** Sends Ctrl+C to what runs in the terminal. Does nothing when there is no such terminal. */
  interrupt(id: string): void;
  /** Closes the terminal and kills everything that runs in it. Errors: `ToolExecutionError` for an unknown id. */
  kill(id: string): Promise<void>;
}
