import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

// What a line that is judged safe may take: `while true` is harmless and has no end.
const TIMEOUT_MS = 300;

interface BriefRun {
  readonly cwd: string;
  /** Default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Default: 300. */
  readonly timeoutMs?: number;
}

/**
 * Runs a program until all that holds its output has ended, or the time is up, and leaves no process of it. To end the
 * program alone would not do: bubblewrap that is killed while it starts leaves a process behind that waits for ever, or
 * that runs the command after all; and a shell leaves what runs in its background.
 */
export async function runBriefly(
  [program = '', ...args]: readonly string[],
  { timeoutMs = TIMEOUT_MS, ...options }: BriefRun,
): Promise<void> {
  const child: ChildProcess = spawn(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own is ended as one.
    detached: true,
  });
  child.stdout?.resume();
  child.stderr?.resume();
  const endGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  const timeUp = AbortSignal.timeout(timeoutMs);
  timeUp.addEventListener('abort', endGroup, { once: true });
  try {
    await once(child, 'close');
  } finally {
    timeUp.removeEventListener('abort', endGroup);
    // What has closed its output may still run.
    endGroup();
  }
}
