import { giveWay } from './scan/give-way.js';
import type { GrepJob } from './scan/grep-job.js';
import { type JobReply, replying } from './scan/job-reply.js';
import type { SignedFiles, SignJob } from './scan/sign-job.js';
import { type StatJob, statDirectories } from './scan/stat-directories.js';
import { walk as runWalk, type WalkJob } from './scan/walk.js';

/** Answers, so that the pool knows that the thread is up. */
export const ping = replying(() => undefined);

// A person waits for the first walk of all: beside a busy machine it would take ten times as long if it gave way.
export const walk = replying((job: WalkJob) => {
  try {
    return runWalk(job);
  } finally {
    giveWay();
  }
});

export const stat = replying((job: StatJob) => {
  giveWay();
  return statDirectories(job);
});

// Its code is loaded when it is first needed, so that the first walk starts earlier.
export async function grep(job: GrepJob): Promise<JobReply<void>> {
  giveWay();
  const { grepJob } = await import('./scan/grep-job.js');
  return replying(grepJob)(job);
}

export async function sign(job: SignJob): Promise<JobReply<SignedFiles>> {
  giveWay();
  const { signJob } = await import('./scan/sign-job.js');
  return replying(signJob)(job);
}
