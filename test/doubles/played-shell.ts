import type {
  CommandResult,
  SandboxRequest,
  SandboxState,
  Shell,
  ShellCommand,
  TerminalInfo,
  TerminalOutput,
  Terminals,
} from '../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { missingTerminalError } from '../../src/actors/tools/shell/missing-terminal-error.js';

/** What a host lets commands do, unless it was told otherwise. */
export const WORKING: SandboxRequest = {
  kind: 'working',
  hasNetwork: false,
  mayWriteRepository: false,
  reveals: [],
};

/** A shell that runs nothing, remembers what it was asked for, and answers what it was told to. */
export class PlayedShell implements Shell {
  readonly asked: ShellCommand[] = [];
  readonly sandboxState: Promise<SandboxState>;
  readonly #result: CommandResult;

  constructor(result: Partial<CommandResult> = {}, sandboxState: SandboxState = 'sandboxed') {
    this.sandboxState = Promise.resolve(sandboxState);
    this.#result = {
      stdout: '',
      stderr: '',
      exitCode: 0,
      endedBy: 'exit',
      durationMs: 300,
      droppedChars: { stdout: 0, stderr: 0 },
      leftRunning: 0,
      isSandboxed: true,
      ...result,
    };
  }

  run(command: ShellCommand): Promise<CommandResult> {
    this.asked.push(command);
    return Promise.resolve(this.#result);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

/** One terminal, `1`, and no other, that answers what it was told to. */
export function playedTerminals(
  output: Partial<TerminalOutput>,
  cwd: AbsPath,
): Terminals & { asked: unknown[] } {
  const asked: unknown[] = [];
  const list = (): readonly TerminalInfo[] => [{ id: '1', cwd, isBusy: false }];
  const has = (id: string): boolean => id === '1';
  return {
    asked,
    sandboxState: Promise.resolve({ missing: 'There is none' }),
    list,
    has,
    open: (where) => {
      asked.push(['open', where]);
      return Promise.resolve('1');
    },
    run: (id, command, { timeoutMs }) => {
      if (!has(id)) return Promise.reject(missingTerminalError(id, list()));
      asked.push(['run', id, command, timeoutMs]);
      return Promise.resolve({ text: '', droppedChars: 0, state: 'finished', exitCode: 0, ...output });
    },
    kill: (id) => {
      if (!has(id)) return Promise.reject(missingTerminalError(id, list()));
      asked.push(['kill', id]);
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
