import { stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';

// As many as libuv has threads by default: while each of them is busy with an earlier request, none of these ends.
const DISK_THREADS = 4;

/**
 * Resolves when the disk has answered what was asked before, however busy the machine is: so what a fake clock counts as
 * a moment is the same on every machine.
 */
export async function diskTurn(): Promise<void> {
  await Promise.all(Array.from({ length: DISK_THREADS }, () => stat('/')));
  await turn();
}
