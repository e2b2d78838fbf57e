import { constants, getPriority, setPriority } from 'node:os';

let hasGivenWay = false;

/**
 * Lowers the priority of this thread for good, so that queries wait half as long for it. Only on Linux is that a matter
 * of the thread; elsewhere it would slow the whole process down, and nothing is done.
 */
export function giveWay(): void {
  if (hasGivenWay || process.platform !== 'linux') return;
  hasGivenWay = true;
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox that forbids it gets scans that do not give way.
  }
}
