import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StartBackEnd } from '../../../src/workers/watch/back-end/back-end.js';
import { forkWatchProcess } from '../../../src/workers/watch/back-end/fork-watch-process.js';
import { startWatchThread } from '../../../src/workers/watch/back-end/start-watch-thread.js';

/** What can watch, started from a folder of `buildWatch`. */
export const BACK_ENDS: readonly { name: string; start: (built: string) => StartBackEnd }[] = [
  {
    name: 'process',
    start: (built) => (handlers) => forkWatchProcess(pathToFileURL(join(built, 'watch.entry.js')), handlers),
  },
  {
    name: 'thread',
    start: (built) => (handlers) =>
      startWatchThread(pathToFileURL(join(built, 'watch-thread.entry.js')), handlers),
  },
];
