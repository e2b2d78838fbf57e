import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Finder } from './latency.js';

const ECHO = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (message) => parentPort.postMessage(message));
`;

/** What a message to a thread and back takes on this machine at least, with nothing of Troupe's in it. */
export function threadEcho(): Finder & AsyncDisposable {
  const worker = new Worker(ECHO, { eval: true });
  return {
    label: 'a bare thread that echoes the query',
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
