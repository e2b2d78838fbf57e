import { threadId } from 'node:worker_threads';

// What the directory of the scan says is what these walkers do. The words are those of DonationQueue and WalkProgress.
const [STATE, JOINED] = [1, 7];
const DIRECTORIES = 1;

export const ping = () => ({ value: undefined });

export function walk({ under, queue, progress, port }) {
  const words = new Int32Array(queue);
  switch (under) {
    case 'exit':
      return process.exit(3);
    case 'hang':
      for (;;);
    case 'throw':
      return { error: { name: 'PatternSyntaxError', message: 'bad', code: 'PATTERN_SYNTAX', details: {} } };
    case 'slow':
      Atomics.add(new Int32Array(progress), DIRECTORIES, 1000);
      Atomics.add(words, JOINED, 1);
      Atomics.notify(words, JOINED);
      // More than the pool has threads of its own.
      for (let seen; (seen = Atomics.load(words, JOINED)) < 3;) Atomics.wait(words, JOINED, seen);
      break;
    default:
      Atomics.add(words, JOINED, 1);
      Atomics.notify(words, JOINED);
      Atomics.wait(words, JOINED, 1);
  }
  Atomics.store(words, STATE, 1);
  port.postMessage({});
  port.postMessage(null);
  return { value: true };
}

// These tell which thread they ran on.
export const stat = () => ({ value: new Float64Array([threadId]) });
export const grep = () => ({ error: { name: 'Error', message: `searched by thread ${threadId}` } });
