/** A thread that gives way as far as it can, and computes and rests in turns until it is terminated. */
import { constants, setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import type { Turns } from '../busy-threads.js';

const { workMs, restMs } = workerData as Turns;
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage('busy');
for (;;) {
  const end = performance.now() + workMs;
  while (performance.now() < end);
  if (restMs > 0) Atomics.wait(never, 0, 0, restMs);
}
