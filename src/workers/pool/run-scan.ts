import { MessageChannel } from 'node:worker_threads';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { orAbort } from '../../actors/runtime/abort.js';
import { deferred } from '../../actors/runtime/deferred.js';
import { DiskWait } from '../walk/disk-wait.js';
import type { JobRunner } from './dispatch-job.js';
import { DonationQueue } from '../walk/donation-queue.js';
import { JobGroup } from './job-group.js';
import type { ScanPart } from '../parts/scan-part.js';
import { type ScanProgress, WalkProgress } from '../walk/walk-progress.js';
import type { ScanRules } from '../walk/walk-scopes.js';

/** A scan of a root, or of one directory in it with everything below. */
export interface ScanRequest {
  readonly root: AbsPath;
  readonly rules: ScanRules;
  readonly under: RelPath;
  readonly signal?: AbortSignal;
  /** Called at the start, a few times a second, and at the end. */
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Called with each part as it arrives; for a large tree long before the end. */
  readonly onPart?: (part: ScanPart) => void;
}

// Often enough for a progress display.
const PROGRESS_MS = 100;
// More concurrent reads do not make a disk faster.
const MAX_WALKERS = 16;
// Starting a walker and compiling its code costs 150 ms of a processor, which pays where the disk takes seconds.
const DISK_CHECK_MS = 1000;

/**
 * Walks a tree and resolves to all parts. `under` itself is missing from them when it cannot be read.
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
        // The walker posted its last message before it ended, but another channel carries it.
        await end.promise;
        ended++;
      }
      // A walker that has not started because its thread is busy is not waited for: the others have done its work.
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

  // Walkers that wait for the disk leave processors idle: doubling them keeps more reads in flight.
  const diskWait = new DiskWait();
  const checkDisk = (): void => {
    if (diskWait.isDiskBound(progress.read().directories)) {
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
