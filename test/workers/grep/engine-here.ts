import type { DispatchJob } from '../../../src/workers/pool/dispatch-job.js';
import type { GrepEngine } from '../../../src/workers/pool/grep-engine.js';
import { type GrepJob, grepJob } from '../../../src/workers/grep/grep-job.js';
import { runGrep } from '../../../src/workers/pool/run-grep.js';
import { FakeClock } from '../../doubles/fake-clock.js';

/** Our own engine, in this thread. */
export const engineHere: GrepEngine = {
  grep: (search) => {
    const dispatch = (async (_name, task) => {
      grepJob(task as GrepJob);
    }) as DispatchJob;
    return runGrep(search, { dispatch, threads: 1, clock: new FakeClock() });
  },
};
