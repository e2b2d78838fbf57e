import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { orAbort } from '../../actors/runtime/abort.js';
import { deferred } from '../../actors/runtime/deferred.js';
import type { JobRunner } from './dispatch.js';
import { DonationQueue } from './donation-queue.js';
import { JobGroup } from './job-group.js';
import type { ScanPart } from './scan-part.js';
import type { WalkJob } from './walk.js';
import { type ScanProgress, WalkProgress } from './walk-progress.js';
import type { ScanRules } from './walk-scopes.js';

/** A scan of a root, or of one directory in it and all below. */
export interface ScanRequest {
  readonly root: AbsPath;
  readonly rules: ScanRules;
  readonly under: RelPath;
  readonly signal?: AbortSignal;
  /** Called at the start, a few times a second, and at the end. */
  readonly onProgress?: (progress: ScanProgress) => void;
}

// Often enough for a number that a person watches.
const PROGRESS_MS = 100;

/**
 * What the walkers read, in as many parts as took part. `under` itself is missing from them when it cannot be read.
 * Errors: `PatternSyntaxError`; the signal's reason, at once; `ActorLostError` when a thread ends.
 */
export async function runScan(request: ScanRequest, runner: JobRunner): Promise<ScanPart[]> {
  const { root, rules, under, signal, onProgress } = request;
  signal?.throwIfAborted();
  const job: WalkJob = { root, rules, under, queue: DonationQueue.create(), progress: WalkProgress.create() };
  const queue = new DonationQueue(job.queue, under);
  const progress = new WalkProgress(job.progress);
  const jobs = new JobGroup(() => {
    queue.cancel();
  }, runner.clock);
  const scan = deferred<ScanPart[]>();

  // A walker whose thread is busy with something else is not waited for: the others do its work.
  const parts: ScanPart[] = [];
  const onPart = (part: ScanPart | null): void => {
    if (part !== null) parts.push(part);
    if (queue.isDone && parts.length === queue.joined) scan.resolve(parts);
  };
  for (let walker = 0; walker < runner.threads; walker++) {
    void jobs.run((kill) => runner.dispatch('walk', job, { kill })).then(onPart, scan.reject);
  }

  let callOffReport = (): void => undefined;
  const report = (): void => {
    onProgress?.(progress.read());
    callOffReport = runner.clock.after(PROGRESS_MS, report);
  };
  if (onProgress !== undefined) report();
  try {
    return await orAbort(scan.promise, signal);
  } catch (error) {
    jobs.stop();
    throw error;
  } finally {
    callOffReport();
    onProgress?.(progress.read());
  }
}
