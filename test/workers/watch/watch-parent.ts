// Watches the directory that it is given, as an index thread would, and says what it hears: to its parent when it is
// a thread, else on stdout, a line of JSON each.
import { argv, stdout } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { forkWatchProcess } from '../../../src/workers/watch/fork-watch-process.js';
import { SupervisedWatcher } from '../../../src/workers/watch/supervised-watcher.js';
import type { WatchBatch, WatcherState } from '../../../src/workers/watch/watcher.js';

export type WatchReport = { pid: number | undefined } | { batch: WatchBatch } | { state: WatcherState };

function report(heard: WatchReport): void {
  if (parentPort === null) stdout.write(`${JSON.stringify(heard)}\n`);
  else parentPort.postMessage(heard);
}

const root: unknown = parentPort === null ? argv[2] : workerData;
const watcher = new SupervisedWatcher({
  listener: {
    onBatch: (batch) => {
      report({ batch });
    },
    onState: (_, state) => {
      report({ state });
    },
  },
  start: (handlers) => {
    const started = forkWatchProcess(new URL('watch.entry.js', import.meta.url), handlers);
    report({ pid: started.pid });
    return started;
  },
});
watcher.watch(root as AbsPath, []);
