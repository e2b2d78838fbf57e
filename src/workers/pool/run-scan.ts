import { MessageChannel } from 'node:worker_threads';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { orAbort } from '../../actors/runtime/abort.js';
import { deferred } from '../../actors/runtime/deferred.js';
import { DiskWait } from '../walk/disk-wait.js';
import type { JobRunner } from './dispatch.js';
import { DonationQueue } from '../walk/donation-queue.js';
import { JobGroup } from './job-group.js';
import type { ScanPart } from '../parts/scan-part.js';
import { type ScanProgress, WalkProgress } from '../walk/walk-progress.js';
import type { ScanRules } from '../walk/walk-scopes.js';

/** A scan of a root, or of one directory in it and all below. */
export interface ScanRequest {
  readonly root: AbsPath;
  readonly rules: ScanRules;
  readonly under: RelPath;
  readonly signal?: AbortSignal;
  /** Called at the start, a few times a second, and at the end. */
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Called with each part when it comes, long before the end where a tree is large. */
  readonly onPart?: (part: ScanPart) => void;
}

// Often enough for a number that a person watches.
const PROGRESS_MS = 100;
// A disk that has 16 reads to answer is as busy as it gets.
const MAX_WALKERS = 16;
// To start a walker and warm its code costs 150 ms of a processor: it pays where the disk takes seconds.
const DISK_CHECK_MS = 1000;

/**
 * What the walkers read, all parts of it. `under` itself is missing from them when it cannot be read.
 * Errors: `PatternSyntaxError`; the signal's reason, at once; `ActorLostError` when a thread ends.
 */
export async function runScan(request: ScanRequest, runner: JobRunner): Promise<ScanPart[]> {
  const { root, rules, under, signal, onProgress, onPart } = request;
  signal?.throwIfAborted();
  const task = { root, rules, under, queue: DonationQueue.create(), progress: WalkProgress.create() };
  const queue = new DonationQueue(task.queue, under);
  const progress = new WalkProgress(task.progress);
  const jobs = new JobGroup(() => {
    queue.cancel();
  }, runner.clock);
  const scan = deferred<ScanPart[]>();

  const parts: ScanPart[] = [];
  let ended = 0;
  const runWalker = async (isSpare: boolean): Promise<void> => {
    const { port1: inside, port2: outside } = new MessageChannel();
    const end = deferred<void>();
    inside.on('message', (part: ScanPart | null) => {
      if (part === null) {
        end.resolve();
        return;
      }
      parts.push(part);
      onPart?.(part);
    });
    try {
      const walk = { ...task, port: outside };
      const hasJoined = await jobs.run((kill) =>
        runner.dispatch('walk', walk, { kill, transfer: [outside], isSpare }),
      );
      if (hasJoined) {
        // It was sent before the job ended, on a way of its own.
        await end.promise;
        ended++;
      }
      // A walker whose thread is busy with something else is not waited for: the others do its work.
      if (queue.isDone && ended === queue.joined) scan.resolve(parts);
    } finally {
      inside.close();
    }
  };
  let walkers = 0;
  const addWalkers = (count: number, isSpare: boolean): void => {
    walkers += count;
    for (let walker = 0; walker < count; walker++) runWalker(isSpare).catch(scan.reject);
  };
  addWalkers(runner.threads, false);

  let callOffReport = (): void => undefined;
  const report = (): void => {
    onProgress?.(progress.read());
    callOffReport = runner.clock.after(PROGRESS_MS, report);
  };
  if (onProgress !== undefined) report();

  // Walkers that wait for the disk leave processors idle: twice as many keep more reads in flight.
  const diskWait = new DiskWait();
  const checkDisk = (): void => {
    if (diskWait.isFelt(progress.read().directories)) {
      addWalkers(Math.min(walkers, MAX_WALKERS - walkers), true);
    }
    if (walkers < MAX_WALKERS) callOffCheck = runner.clock.after(DISK_CHECK_MS, checkDisk);
  };
  let callOffCheck = runner.clock.after(DISK_CHECK_MS, checkDisk);
  try {
    return await orAbort(scan.promise, signal);
  } catch (error) {
    jobs.stop();
    throw error;
  } finally {
    callOffReport();
    callOffCheck();
    onProgress?.(progress.read());
  }
}
