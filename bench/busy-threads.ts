import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How long a thread computes, and how long it rests before it does so again. Units: milliseconds. */
export interface Turns {
  readonly workMs: number;
  readonly restMs: number;
}

/** Runs `work` beside so many threads of this process that only compute and rest, at the lowest priority. */
export async function besideBusyThreads<T>(count: number, turns: Turns, work: () => Promise<T>): Promise<T> {
  const entry = new URL('../children/busy-thread.mjs', import.meta.url);
  const threads = Array.from({ length: count }, () => new Worker(entry, { workerData: turns }));
  try {
    await Promise.all(threads.map((thread) => once(thread, 'message')));
    return await work();
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}
