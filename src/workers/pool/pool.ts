import { fileURLToPath } from 'node:url';
import type { GrepBatch } from '../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import { canGiveWay } from './give-way.js';
import { type GrepSearch, runGrep } from './run-grep.js';
import { runScan, type ScanRequest } from './run-scan.js';
import { runStat, type StatRequest } from './run-stat.js';
import type { ScanPart } from '../parts/scan-part.js';
import { ScanThreads } from './scan-threads.js';
import type { CompareJob, SignedFiles, SignJob } from '../grep/sign-job.js';

export interface ScanPoolOptions {
  /** Minimum 1. */
  readonly threads: number;
  /** The built `scan.entry`. */
  readonly entry: URL;
  readonly clock?: Clock;
}

/**
 * Threads that read the disk: whole trees, and the contents of files. They start at once, those for searches with the
 * first one, and live until `close`. One that dies is replaced, and the scan or search that it worked for fails with
 * `ActorLostError`.
 *
 * A person waits for a search: beside a busy machine it would take ten times as long on threads that give way. And a
 * thread that did so once, as what keeps an index true does, may not take it back.
 */
export class ScanPool {
  readonly #scanners: ScanThreads;
  readonly #searchers: ScanThreads;

  constructor({ threads, entry, clock = systemClock }: ScanPoolOptions) {
    const options = { threads, entry: fileURLToPath(entry), clock };
    this.#scanners = new ScanThreads(options);
    this.#searchers = canGiveWay() ? new ScanThreads(options) : this.#scanners;
    this.#scanners.start();
  }

  /** See `runScan`. */
  scan(request: ScanRequest): Promise<ScanPart[]> {
    return runScan(request, this.#scanners);
  }

  /** See `runStat`. */
  statDirectories(request: StatRequest): Promise<Float64Array<ArrayBuffer>> {
    return runStat(request, this.#scanners);
  }

  /** See `runGrep`. */
  grep(search: GrepSearch): AsyncIterable<GrepBatch> {
    return runGrep(search, this.#searchers);
  }

  /** See `compareJob`. */
  compare(job: CompareJob): Promise<Uint8Array> {
    // A search waits for it.
    return this.#searchers.dispatch('compare', job, { kill: new AbortController().signal });
  }

  /** See `signJob`. */
  sign(job: SignJob): Promise<SignedFiles> {
    const threads = job.isAwaited === true ? this.#searchers : this.#scanners;
    // It gives its thread back soon: nobody needs to end it.
    return threads.dispatch('sign', job, { kill: new AbortController().signal });
  }

  /** Ends all threads; whatever they were doing fails with `ActorLostError`. */
  async close(): Promise<void> {
    await Promise.all([this.#scanners.close(), this.#searchers.close()]);
  }
}
