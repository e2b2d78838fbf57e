import { GIVES_WAY, giveWay } from './scan/give-way.js';
import type { GrepJob } from './scan/grep-job.js';
import { type JobReply, replying } from './scan/job-reply.js';
import type { SignedFiles, SignJob } from './scan/sign-job.js';
import { statDirectories } from './scan/stat-directories.js';
import { walk as runWalk } from './scan/walk.js';

if (process.argv.includes(GIVES_WAY)) giveWay();

/** Answers, so that the pool knows that the thread is up. */
export const ping = replying(() => undefined);

export const walk = replying(runWalk);

export const stat = replying(statDirectories);

// Its code is loaded when it is first needed, so that the first walk starts earlier.
export async function grep(job: GrepJob): Promise<JobReply<void>> {
  const { grepJob } = await import('./scan/grep-job.js');
  return replying(grepJob)(job);
}

export async function sign(job: SignJob): Promise<JobReply<SignedFiles>> {
  const { signJob } = await import('./scan/sign-job.js');
  return replying(signJob)(job);
}
