import { fileURLToPath } from 'node:url';
import type { GrepBatch } from '../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import { canGiveWay } from './give-way.js';
import { type GrepSearch, runGrep } from './run-grep.js';
import { runScan, type ScanRequest } from './run-scan.js';
import { runStat, type StatRequest } from './run-stat.js';
import type { ScanPart } from './scan-part.js';
import { ScanThreads } from './scan-threads.js';
import type { SignedFiles, SignJob } from './sign-job.js';

export interface ScanPoolOptions {
  /** Minimum 1. */
  readonly threads: number;
  /** The built `scan.entry`. */
  readonly entry: URL;
  readonly clock?: Clock;
}

/**
 * Threads that read the disk: whole trees, and the contents of files. They start at once and live until `close`. One
 * that dies is replaced, and the scan or search that it worked for fails with `ActorLostError`.
 *
 * A person waits for what is read first, for a whole workspace and for a search: beside a busy machine they would take
 * ten times as long if they gave way. All else keeps an index true, by threads of its own that do give way: a thread may
 * not take that back.
 */
export class ScanPool {
  readonly #prompt: ScanThreads;
  readonly #patient: ScanThreads;
  #hasRead = false;

  constructor({ threads, entry, clock = systemClock }: ScanPoolOptions) {
    const options = { threads, entry: fileURLToPath(entry), clock };
    this.#prompt = new ScanThreads({ ...options, givesWay: false });
    this.#patient = canGiveWay() ? new ScanThreads({ ...options, givesWay: true }) : this.#prompt;
    this.#prompt.start();
  }

  /** See `runScan`. */
  scan(request: ScanRequest): Promise<ScanPart[]> {
    this.#hasRead = true;
    return runScan(request, request.under === '' ? this.#prompt : this.#patient);
  }

  /** See `runStat`. */
  statDirectories(request: StatRequest): Promise<Float64Array<ArrayBuffer>> {
    const threads = this.#hasRead ? this.#patient : this.#prompt;
    this.#hasRead = true;
    return runStat(request, threads);
  }

  /** See `runGrep`. */
  grep(search: GrepSearch): AsyncIterable<GrepBatch> {
    return runGrep(search, this.#prompt);
  }

  /** See `signJob`. */
  sign(job: SignJob): Promise<SignedFiles> {
    // It gives its thread back soon: nobody needs to end it.
    return this.#patient.dispatch('sign', job, { kill: new AbortController().signal });
  }

  /** Ends all threads; whatever they were doing fails with `ActorLostError`. */
  async close(): Promise<void> {
    await Promise.all([this.#prompt.close(), this.#patient.close()]);
  }
}
