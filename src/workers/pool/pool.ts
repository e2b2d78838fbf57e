import { fileURLToPath } from 'node:url';
import type { GrepBatch } from '../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import { canLowerPriority } from './lower-priority.js';
import { type GrepSearch, runGrep } from './run-grep.js';
import { runScan, type ScanRequest } from './run-scan.js';
import { runStat, type StatRequest } from './run-stat.js';
import type { ScanPart } from '../parts/scan-part.js';
import { ScanThreads } from './scan-threads.js';
import type { CompareJob, SignedFiles, SignJob } from '../grep/sign-job.js';

interface ScanPoolOptions {
  /** Minimum 1. */
  readonly threads: number;
  /** The built `scan.entry`. */
  readonly entry: URL;
  readonly clock?: Clock;
}

/**
 * The threads that read the disk: whole trees, and the contents of files. Those for scans start at once, those for
 * searches with the first one; all live until `close`. A thread that dies is replaced, and its scan or search fails
 * with `ActorLostError`.
 * Searches have their own threads because the user waits for them: on a busy machine low-priority threads take ten
 * times as long, and a thread that background work has put to low priority may not raise it again.
 */
export class ScanPool {
  readonly #scanners: ScanThreads;
  readonly #searchers: ScanThreads;

  constructor({ threads, entry, clock = systemClock }: ScanPoolOptions) {
    const options = { threads, entry: fileURLToPath(entry), clock };
    this.#scanners = new ScanThreads(options);
    this.#searchers = canLowerPriority() ? new ScanThreads(options) : this.#scanners;
    this.#scanners.start();
  }

  /** Walks a tree and resolves to all its parts, as `runScan`. */
  scan(request: ScanRequest): Promise<ScanPart[]> {
    return runScan(request, this.#scanners);
  }

  /** Resolves to the modification times and inodes of directories, as `runStat`. */
  statDirectories(request: StatRequest): Promise<Float64Array<ArrayBuffer>> {
    return runStat(request, this.#scanners);
  }

  /** Searches the contents of files, as `runGrep`. */
  grep(search: GrepSearch): AsyncIterable<GrepBatch> {
    return runGrep(search, this.#searchers);
  }

  /** Compares the stamps of files, as `compareJob`. A search waits for it. */
  compare(job: CompareJob): Promise<Uint8Array> {
    return this.#searchers.dispatch('compare', job, { kill: new AbortController().signal });
  }

  /** Computes the signatures of files, as `signJob`. */
  sign(job: SignJob): Promise<SignedFiles> {
    const threads = job.isAwaited === true ? this.#searchers : this.#scanners;
    // A sign job ends soon by itself, so nothing needs to abort it.
    return threads.dispatch('sign', job, { kill: new AbortController().signal });
  }

  /** Ends all threads; running jobs fail with `ActorLostError`. */
  async close(): Promise<void> {
    await Promise.all([this.#scanners.close(), this.#searchers.close()]);
  }
}
