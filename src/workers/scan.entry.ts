import { lowerPriority } from './pool/lower-priority.js';
import type { GrepJob } from './grep/grep-job.js';
import { type JobReply, captureErrors } from './pool/job-reply.js';
import type { CompareJob, SignedFiles, SignJob } from './grep/sign-job.js';
import { type StatJob, statDirectories } from './walk/stat-directories.js';
import { walkDirectories, type WalkJob } from './walk/walk-directories.js';

/** Lets the pool check that the thread has started. */
export const ping = captureErrors(() => undefined);

let hasWalked = false;

// The user waits for the first walk and for searches; on a busy machine a lower priority would make them take ten
// times as long. Later walks only keep the index current, so they run at low priority.
export const walk = captureErrors((job: WalkJob) => {
  if (hasWalked) lowerPriority();
  hasWalked = true;
  return walkDirectories(job);
});

export const stat = captureErrors((job: StatJob) => {
  lowerPriority();
  return statDirectories(job);
});

// Imported on first use, so that the first walk starts earlier.
export async function grep(job: GrepJob): Promise<JobReply<void>> {
  const { grepJob } = await import('./grep/grep-job.js');
  return captureErrors(grepJob)(job);
}

export async function sign(job: SignJob): Promise<JobReply<SignedFiles>> {
  if (job.isAwaited !== true) lowerPriority();
  const { signJob } = await import('./grep/sign-job.js');
  return captureErrors(signJob)(job);
}

export const compare = async (job: CompareJob): Promise<JobReply<Uint8Array>> =>
  captureErrors((await import('./grep/sign-job.js')).compareJob)(job);
