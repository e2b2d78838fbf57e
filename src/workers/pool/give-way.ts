import { constants, getPriority, setPriority } from 'node:os';

let hasGivenWay = false;

/** Whether a thread can give way by itself: only on Linux is priority a matter of the thread and not of the process. */
export function canGiveWay(): boolean {
  return process.platform === 'linux';
}

/** Lowers the priority of this thread for good, so that queries wait half as long for it, where it can by itself. */
export function giveWay(): void {
  if (hasGivenWay || !canGiveWay()) return;
  hasGivenWay = true;
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox that forbids it gets scans that do not give way.
  }
}
