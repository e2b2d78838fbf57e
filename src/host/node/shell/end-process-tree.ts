import { execFile } from 'node:child_process';
import { windowsProgram } from './choose-shell.js';
import { type Clock, sleep } from '../../../actors/runtime/clock.js';
import { findProcessTree, type ProcessTree, type TreeProcess } from './find-process-tree.js';

// The time that SPEC A6 gives a command to clean up. Units: milliseconds.
const GRACE_MS = 300;
// Short compared to the grace period, long compared to a scan of all processes. Units: milliseconds.
const RESCAN_MS = 20;
// A process that waits for a broken disk survives even SIGKILL: the attempts end after 2 s.
const MAX_KILL_ROUNDS = 100;

interface EndOptions {
  readonly clock: Clock;
  /**
   * Whether the first process and its children only supervise the others, as in bubblewrap: they exit when the others
   * do.
   */
  readonly hasWrapper: boolean;
  /** Whether SIGHUP is sent as well: an interactive shell ignores SIGTERM. */
  readonly hangsUp?: boolean;
}

/**
 * Ends a process tree: SIGTERM, 300 ms, SIGKILL, until none of its processes is left. Resolves to the number of
 * processes that were ended.
 * Cost: one scan of all processes of the system; a second one, and the wait, only if there were any.
 */
export async function endProcessTree(tree: ProcessTree, options: EndOptions): Promise<number> {
  if (process.platform === 'win32') return endOnWindows(tree.rootPid);
  const pids = new Set<number>();
  const look = async (): Promise<readonly TreeProcess[]> => {
    const found = await findProcessTree(tree);
    for (const { pid } of found) pids.add(pid);
    return found;
  };

  let left = await look();
  const asked = left.filter(
    ({ pid, parentPid }) => !options.hasWrapper || ![pid, parentPid].includes(tree.rootPid),
  );
  for (const signal of options.hangsUp === true ? (['SIGHUP', 'SIGTERM'] as const) : (['SIGTERM'] as const))
    for (const { pid } of asked) send(pid, signal);
  // A stopped process handles a signal only when it continues.
  for (const { pid } of asked) send(pid, 'SIGCONT');

  const untilMs = options.clock.now() + (asked.length === 0 ? 0 : GRACE_MS);
  while (left.length > 0 && options.clock.now() < untilMs) {
    await sleep(options.clock, RESCAN_MS);
    left = await look();
  }
  for (let round = 0; left.length > 0 && round < MAX_KILL_ROUNDS; round += 1) {
    // A process group is killed at once, so that none of its processes can fork meanwhile.
    if (left.some(({ groupId }) => groupId === tree.rootPid)) send(-tree.rootPid, 'SIGKILL');
    for (const { pid } of left) send(pid, 'SIGKILL');
    await sleep(options.clock, round === 0 ? 1 : RESCAN_MS);
    left = await look();
  }
  return pids.size;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

function endOnWindows(rootPid: number): Promise<number> {
  return new Promise((resolve) => {
    execFile(
      windowsProgram('taskkill.exe'),
      ['/PID', String(rootPid), '/T', '/F'],
      { windowsHide: true },
      (error) => {
        resolve(error === null ? 1 : 0);
      },
    );
  });
}
