import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Finder } from './latency.js';

const ANSWERS = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.on('message', (message) => parentPort.postMessage(workerData ?? message));
`;

/**
 * What a message to a thread and back takes on this machine at least, with nothing of Troupe's in it. With `reply` that is
 * what comes back, else the query.
 */
export function threadEcho(label: string, reply?: unknown): Finder & AsyncDisposable {
  const worker = new Worker(ANSWERS, { eval: true, workerData: reply });
  return {
    label,
    async find(query) {
      worker.postMessage(query);
      await once(worker, 'message');
      return [];
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
