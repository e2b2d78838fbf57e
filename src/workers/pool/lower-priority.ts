import { constants, getPriority, setPriority } from 'node:os';

let isLowered = false;

/** Whether priorities apply to single threads: only on Linux; elsewhere to the whole process. */
export function canLowerPriority(): boolean {
  return process.platform === 'linux';
}

/** Lowers this thread's priority permanently, where the platform can, so that queries wait half as long. */
export function lowerPriority(): void {
  if (isLowered || !canLowerPriority()) return;
  isLowered = true;
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox may forbid it: the thread keeps its priority.
  }
}
