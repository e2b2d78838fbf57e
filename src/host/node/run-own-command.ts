import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../actors/runtime/clock.js';
import { MARK_VARIABLE } from './shell/build-command-environment.js';
import { chooseShell } from './shell/choose-shell.js';
import { endProcessTree } from './shell/end-process-tree.js';

interface OwnCommandOptions {
  /** What it reads on its standard input. Default: what the person types. */
  readonly input?: string;
  /** Variables that it gets where the environment does not have them. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command line that the person typed, with their terminal, environment and permissions. Resolves to the exit
 * code, or to `null` when a signal ended the shell. When `signal` aborts, ends it and all that it started, by SIGHUP and
 * SIGTERM, and after 300 ms by SIGKILL. Errors: those of `spawn`, such as ENOENT for a shell that does not exist.
 */
export async function runOwnCommand(
  command: string,
  cwd: string,
  signal: AbortSignal,
  { input, env: more }: OwnCommandOptions = {},
): Promise<number | null> {
  // The person's own shell, as in any terminal.
  const shell = process.env['SHELL'];
  const [program, ...args] =
    process.platform === 'win32' || shell === undefined || shell === ''
      ? chooseShell(command)
      : [shell, '-c', command];
  const mark = randomBytes(16).toString('hex');
  const outer = process.env[MARK_VARIABLE];
  const env = { ...more, ...process.env, [MARK_VARIABLE]: outer === undefined ? mark : `${outer}:${mark}` };
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
  });
  // A pager that has shown enough closes its input.
  child.stdin?.on('error', () => undefined).end(input);
  let ended: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    const { pid: rootPid } = child;
    if (rootPid === undefined) return;
    ended = endProcessTree({ rootPid, mark }, { clock: systemClock, hasWrapper: false, hangsUp: true });
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
  } finally {
    signal.removeEventListener('abort', end);
    await ended;
  }
}
