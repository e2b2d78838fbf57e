// Watches the directory that it is given, as an index thread would, with a process or the back end that it is given,
// and says what it hears: to its parent when it is a thread, else on stdout, a line of JSON each.
import { argv, stdout } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { SupervisedWatcher } from '../../../src/workers/watch/supervised-watcher.js';
import type { WatchBatch, WatcherState } from '../../../src/workers/watch/back-end/watcher.js';
import { BACK_ENDS } from './back-ends.js';

export type WatchReport = { pid: number | undefined } | { batch: WatchBatch } | { state: WatcherState };

function report(heard: WatchReport): void {
  if (parentPort === null) stdout.write(`${JSON.stringify(heard)}\n`);
  else parentPort.postMessage(heard);
}

const root: unknown = parentPort === null ? argv[2] : workerData;
const backEnd = BACK_ENDS.find(({ name }) => name === (argv[3] ?? 'process'));
if (backEnd === undefined) throw new Error(`There is no ${argv[3]} that watches.`);
const start = backEnd.start(import.meta.dirname);
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
    const started = start(handlers);
    if ('pid' in started) report({ pid: started.pid as number });
    return started;
  },
});
watcher.watch(root as AbsPath, []);
