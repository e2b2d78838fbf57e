import { giveWay } from './pool/give-way.js';
import type { GrepJob } from './grep/grep-job.js';
import { type JobReply, replying } from './pool/job-reply.js';
import type { SignedFiles, SignJob } from './grep/sign-job.js';
import { type StatJob, statDirectories } from './walk/stat-directories.js';
import { walk as runWalk, type WalkJob } from './walk/walk.js';

/** Lets the pool check that the thread has started. */
export const ping = replying(() => undefined);

let hasWalked = false;

// The user waits for the first walk and for searches; on a busy machine a lower priority would make them take ten
// times as long. Later walks only keep the index current, so they run at low priority.
export const walk = replying((job: WalkJob) => {
  if (hasWalked) giveWay();
  hasWalked = true;
  return runWalk(job);
});

export const stat = replying((job: StatJob) => {
  giveWay();
  return statDirectories(job);
});

// Imported on first use, so that the first walk starts earlier.
export async function grep(job: GrepJob): Promise<JobReply<void>> {
  const { grepJob } = await import('./grep/grep-job.js');
  return replying(grepJob)(job);
}

export async function sign(job: SignJob): Promise<JobReply<SignedFiles>> {
  giveWay();
  const { signJob } = await import('./grep/sign-job.js');
  return replying(signJob)(job);
}
