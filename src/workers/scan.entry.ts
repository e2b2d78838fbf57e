import { constants, getPriority, setPriority } from 'node:os';
import { grepJob } from './scan/grep-job.js';
import { replying } from './scan/job-reply.js';
import { walk as walkJob } from './scan/walk.js';

// Scans give way to searches: under a constant scan a query waits half as long. Only on Linux is this a matter of the
// thread; elsewhere it would slow the whole process down. A thread that is lower already may not be raised.
if (process.platform === 'linux' && getPriority() < constants.priority.PRIORITY_BELOW_NORMAL) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Answers, so that the pool knows that the thread is up. */
export const ping = replying(() => undefined);
export const walk = replying(walkJob);
export const grep = replying(grepJob);
