import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../../actors/runtime/clock.js';
import type { GrepJob } from '../grep/grep-job.js';
import type { StatJob } from '../walk/stat-directories.js';
import type { CompareJob, SignedFiles, SignJob } from '../grep/sign-job.js';
import type { WalkJob } from '../walk/walk.js';

/** What a scan thread can be asked to do, and what comes back. */
export interface Jobs {
  walk: { task: WalkJob; result: boolean };
  stat: { task: StatJob; result: Float64Array<ArrayBuffer> };
  grep: { task: GrepJob; result: undefined };
  compare: { task: CompareJob; result: Uint8Array };
  sign: { task: SignJob; result: SignedFiles };
  ping: { task: undefined; result: undefined };
}

export interface DispatchOptions {
  /** Ends the thread that the job runs on; a job that waits is forgotten. */
  readonly kill: AbortSignal;
  readonly transfer?: readonly MessagePort[];
  /** Runs the job on a thread beside the pool's own, started for it and ended when there is no more such work. */
  readonly isSpare?: boolean;
}

/**
 * Runs one job on a thread of the pool, when one is free.
 * Errors: what the job threw; `ActorLostError` when its thread ended.
 */
export type Dispatch = <Name extends keyof Jobs>(
  name: Name,
  task: Jobs[Name]['task'],
  options: DispatchOptions,
) => Promise<Jobs[Name]['result']>;

/** What runs the jobs of a scan or a search. */
export interface JobRunner {
  readonly dispatch: Dispatch;
  /** How many jobs may run at once, those on spare threads aside. Minimum 1. */
  readonly threads: number;
  readonly clock: Clock;
}
