import { giveWay } from './pool/give-way.js';
import type { GrepJob } from './grep/grep-job.js';
import { type JobReply, replying } from './pool/job-reply.js';
import type { CompareJob, SignedFiles, SignJob } from './grep/sign-job.js';
import { type StatJob, statDirectories } from './walk/stat-directories.js';
import { walk as runWalk, type WalkJob } from './walk/walk.js';

/** Answers, so that the pool knows that the thread is up. */
export const ping = replying(() => undefined);

let hasWalked = false;

// A person waits for the first walk of all, and for a search: beside a busy machine they would take ten times as long if
// they gave way. What comes later keeps an index true.
export const walk = replying((job: WalkJob) => {
  if (hasWalked) giveWay();
  hasWalked = true;
  return runWalk(job);
});

export const stat = replying((job: StatJob) => {
  giveWay();
  return statDirectories(job);
});

// Its code is loaded when it is first needed, so that the first walk starts earlier.
export async function grep(job: GrepJob): Promise<JobReply<void>> {
  const { grepJob } = await import('./grep/grep-job.js');
  return replying(grepJob)(job);
}

export async function sign(job: SignJob): Promise<JobReply<SignedFiles>> {
  if (job.isAwaited !== true) giveWay();
  const { signJob } = await import('./grep/sign-job.js');
  return replying(signJob)(job);
}

export const compare = async (job: CompareJob): Promise<JobReply<Uint8Array>> =>
  replying((await import('./grep/sign-job.js')).compareJob)(job);
