import { constants, getPriority, setPriority } from 'node:os';
import { grepJob } from './scan/grep-job.js';
import { replying } from './scan/job-reply.js';
import { signJob } from './scan/sign-job.js';
import { walk as walkJob } from './scan/walk.js';

// Scans give way to queries, which then wait half as long. Only on Linux is this a matter of the thread; elsewhere it
// would slow the whole process down.
if (process.platform === 'linux') {
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox that forbids it gets scans that do not give way.
  }
}

/** Answers, so that the pool knows that the thread is up. */
export const ping = replying(() => undefined);
export const walk = replying(walkJob);
export const grep = replying(grepJob);
export const sign = replying(signJob);
