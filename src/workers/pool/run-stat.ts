import type { AbsPath } from '../../actors/protocol/workspace.js';
import { orAbort } from '../../actors/runtime/abort.js';
import type { JobRunner } from './dispatch-job.js';
import { JobGroup } from './job-group.js';

/** Directories of one root to stat. */
export interface StatRequest {
  readonly root: AbsPath;
  /** Shape: paths joined with `\0`; at least one, and `''` is the root. */
  readonly directories: string;
  readonly signal?: AbortSignal;
}

// About a thousand directories: a thread needs 3 ms for them, and a scan that comes meanwhile waits no longer.
const SLICE_CHARS = 1 << 15;

/**
 * The modification time and the inode of each directory. Both are `NaN` for a path that is no directory, or
 * unreadable.
 * Shape: two numbers for each directory, in the given order. An inode above 2^53 is rounded, so two equal ones may
 * belong to different directories.
 * Units: milliseconds since 1970, with a fraction.
 * Errors: the signal's reason, at once; `ActorLostError` when a thread ends.
 * Cost: 25 ms for 20,000 directories on two threads; none for the caller's thread.
 */
export async function runStat(request: StatRequest, runner: JobRunner): Promise<Float64Array<ArrayBuffer>> {
  const { root, directories, signal } = request;
  signal?.throwIfAborted();
  const slices = slicesOf(directories);
  const results: Float64Array<ArrayBuffer>[] = [];
  let isStopped = false;
  let next = 0;
  const jobs = new JobGroup(() => {
    isStopped = true;
  }, runner.clock);
  /** One slice after the other, so that other jobs can run in between. */
  const runLane = async (): Promise<void> => {
    while (next < slices.length && !isStopped) {
      const slice = next++;
      const job = { root, directories: slices[slice]! };
      results[slice] = await jobs.run((kill) => runner.dispatch('stat', job, { kill }));
    }
  };
  try {
    const lanes = Array.from({ length: Math.min(runner.threads, slices.length) }, runLane);
    await orAbort(Promise.all(lanes), signal);
  } catch (error) {
    jobs.stop();
    throw error;
  }
  return concatenated(results);
}

function slicesOf(directories: string): string[] {
  const slices: string[] = [];
  for (let start = 0; start <= directories.length;) {
    const separator = directories.indexOf('\0', start + SLICE_CHARS);
    const end = separator === -1 ? directories.length : separator;
    slices.push(directories.slice(start, end));
    start = end + 1;
  }
  return slices;
}

function concatenated(arrays: readonly Float64Array[]): Float64Array<ArrayBuffer> {
  const all = new Float64Array(arrays.reduce((length, array) => length + array.length, 0));
  let start = 0;
  for (const array of arrays) {
    all.set(array, start);
    start += array.length;
  }
  return all;
}
