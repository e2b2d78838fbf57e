import { execFile } from 'node:child_process';
import { type Clock, sleep } from '../../../actors/runtime/clock.js';
import { findTree, type ProcessTree, type TreeProcess } from './find-tree.js';

// Source: the time that A6 leaves a command to put its things away. Units: milliseconds.
const GRACE_MS = 300;
// Short beside the grace, long beside a look at all processes. Units: milliseconds.
const LOOK_AGAIN_MS = 20;
// A process that a dead disk holds does not even die of SIGKILL: 2 s of trying must do.
const MAX_KILL_ROUNDS = 100;

export interface EndOptions {
  readonly clock: Clock;
  /** The first process and its children only watch over the others, as bubblewrap does: they end when those do. */
  readonly hasWrapper: boolean;
  /** Terminals hang up as well: an interactive shell ignores SIGTERM. */
  readonly hangsUp?: boolean;
}

/**
 * Ends a tree: SIGTERM, 300 ms, SIGKILL, until nothing of it is left. Resolves to how many processes there were.
 * Cost: a look at every process of the system; a second one, and the wait, only where there were some.
 */
export async function endTree(tree: ProcessTree, options: EndOptions): Promise<number> {
  if (process.platform === 'win32') return endOnWindows(tree.rootPid);
  const pids = new Set<number>();
  const look = async (): Promise<readonly TreeProcess[]> => {
    const found = await findTree(tree);
    for (const { pid } of found) pids.add(pid);
    return found;
  };

  let left = await look();
  const asked = left.filter(
    ({ pid, parentPid }) => !options.hasWrapper || ![pid, parentPid].includes(tree.rootPid),
  );
  for (const signal of options.hangsUp === true ? (['SIGHUP', 'SIGTERM'] as const) : (['SIGTERM'] as const))
    for (const { pid } of asked) send(pid, signal);
  // A stopped process takes a signal when it goes on.
  for (const { pid } of asked) send(pid, 'SIGCONT');

  const untilMs = options.clock.now() + (asked.length === 0 ? 0 : GRACE_MS);
  while (left.length > 0 && options.clock.now() < untilMs) {
    await sleep(options.clock, LOOK_AGAIN_MS);
    left = await look();
  }
  for (let round = 0; left.length > 0 && round < MAX_KILL_ROUNDS; round += 1) {
    // A group dies as one: nothing in it can fork meanwhile.
    if (left.some(({ groupId }) => groupId === tree.rootPid)) send(-tree.rootPid, 'SIGKILL');
    for (const { pid } of left) send(pid, 'SIGKILL');
    await sleep(options.clock, round === 0 ? 1 : LOOK_AGAIN_MS);
    left = await look();
  }
  return pids.size;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone by itself.
  }
}

function endOnWindows(rootPid: number): Promise<number> {
  return new Promise((resolve) => {
    execFile('taskkill', ['/PID', String(rootPid), '/T', '/F'], { windowsHide: true }, (error) => {
      resolve(error === null ? 1 : 0);
    });
  });
}
