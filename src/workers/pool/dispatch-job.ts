import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../../actors/runtime/clock.js';
import type { GrepJob } from '../grep/grep-job.js';
import type { StatJob } from '../walk/stat-directories.js';
import type { CompareJob, SignedFiles, SignJob } from '../grep/sign-job.js';
import type { WalkJob } from '../walk/walk-directories.js';

/** The jobs of a scan thread, with their tasks and results. */
export interface Jobs {
  walk: { task: WalkJob; result: boolean };
  stat: { task: StatJob; result: Float64Array<ArrayBuffer> };
  grep: { task: GrepJob; result: undefined };
  compare: { task: CompareJob; result: Uint8Array };
  sign: { task: SignJob; result: SignedFiles };
  ping: { task: undefined; result: undefined };
}

export interface DispatchOptions {
  /** Aborting ends the thread that runs the job; a job that still waits is dropped. */
  readonly kill: AbortSignal;
  readonly transfer?: readonly MessagePort[];
  /** Runs the job on an extra thread, which ends when it is idle. */
  readonly isSpare?: boolean;
}

/**
 * Runs one job on a thread of the pool as soon as one is free.
 * Errors: those of the job; `ActorLostError` when its thread ended.
 */
export type DispatchJob = <Name extends keyof Jobs>(
  name: Name,
  task: Jobs[Name]['task'],
  options: DispatchOptions,
) => Promise<Jobs[Name]['result']>;

/** Runs the jobs of a scan or a search. */
export interface JobRunner {
  readonly dispatch: DispatchJob;
  /** How many jobs may run at once, not counting spare threads. Minimum 1. */
  readonly threads: number;
  readonly clock: Clock;
}
