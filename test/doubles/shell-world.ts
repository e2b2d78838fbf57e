import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { CommandResult, SandboxRequest, ShellCommand } from '../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../src/actors/runtime/clock.js';
import { findSandbox } from '../../src/host/node/sandbox/find-sandbox.js';
import type { Sandbox } from '../../src/host/node/sandbox/sandbox.js';
import { LocalShell } from '../../src/host/node/shell/local-shell.js';
import { makeTempDir, removeTempDir } from './temp-dir.js';

export type Cage = SandboxRequest['kind'];

/** A folder, a shell in it, and a way to see what its commands left behind. */
export interface ShellWorld extends AsyncDisposable {
  readonly cwd: AbsPath;
  readonly sandbox: Sandbox;
  readonly shell: LocalShell;
  readonly environment: NodeJS.ProcessEnv;
  /** A sleep of almost three hours that no other process sleeps. */
  readonly sleep: string;
  run(command: string, cage: Cage, options?: Partial<ShellCommand>): Promise<CommandResult>;
  /** The command lines of processes that were started from here and are alive. */
  left(): readonly string[];
}

/** What to ask of a sandbox in a test; without network, so that both are tried. */
export function request(cage: Cage): SandboxRequest {
  return cage === 'working'
    ? { kind: cage, hasNetwork: false, mayWriteRepository: false, reveals: [] }
    : { kind: cage };
}

export async function makeShellWorld(
  environment: NodeJS.ProcessEnv = process.env,
  clock: Clock = systemClock,
): Promise<ShellWorld> {
  const cwd = makeTempDir();
  const mark = randomBytes(16).toString('hex');
  const seconds = `9999.${String(randomBytes(4).readUInt32LE()).padStart(10, '0')}`;
  const sandbox = await findSandbox({ roots: [cwd] });
  const marked = { ...environment, TROUPE_COMMAND: mark };
  const shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox), environment: marked, clock });
  return {
    cwd,
    sandbox,
    shell,
    environment: marked,
    sleep: `sleep ${seconds}`,
    run: (command, cage, options) =>
      shell.run({
        command,
        cwd,
        idleTimeoutMs: 60_000,
        signal: new AbortController().signal,
        sandbox: request(cage),
        ...options,
      }),
    left: () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
        .filter((pid) => read(pid, 'environ').includes(mark) || read(pid, 'cmdline').includes(seconds))
        .map((pid) => read(pid, 'cmdline').replaceAll('\0', ' ').trim()),
    async [Symbol.asyncDispose]() {
      await shell[Symbol.asyncDispose]();
      removeTempDir(cwd);
    },
  };
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
