import type { Dispatch } from '../../../src/workers/scan/dispatch.js';
import type { GrepEngine } from '../../../src/workers/scan/grep-engine.js';
import { type GrepJob, grepJob } from '../../../src/workers/scan/grep-job.js';
import { runGrep } from '../../../src/workers/scan/run-grep.js';
import { FakeClock } from '../../doubles/fake-clock.js';

/** Our own engine, in this thread. */
export const engineHere: GrepEngine = {
  grep: (search) => {
    const dispatch = (async (_name, task) => {
      grepJob(task as GrepJob);
    }) as Dispatch;
    return runGrep(search, { dispatch, threads: 1, clock: new FakeClock() });
  },
};
