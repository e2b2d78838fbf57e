/** How late the host's thread is while a workspace is scanned: what a person feels of it. */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { besideBusyThreads } from '../busy-threads.js';
import { measure, type LoopDelay } from '../loop-delay.js';
import { ratios, runPaired } from '../paired-runs.js';
import { rgFiles } from '../peers/rg.js';
import { spread } from '../quantile.js';
import { publish } from '../report.js';
import { readyStatus, startTroupe } from '../troupe.js';

const ROUNDS = 9;
// What an idle host shows is the floor of the sampler and the noise of the machine.
const IDLE_MS = 500;
const OURS = 'Troupe, createHost until ready';
// A thread for each core and one more, as a scan has; turns of the length that its threads run and wait for.
const BUSY_THREADS = availableParallelism() + 1;
const TURNS = { workMs: 3, restMs: 2 };
const SAME_RHYTHM = `an idle host, ${BUSY_THREADS} such threads compute ${TURNS.workMs} ms and rest ${TURNS.restMs} ms`;

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const samples = await runPaired<LoopDelay>(
  [
    {
      label: OURS,
      async run() {
        const { result, delay } = await measure(async () => {
          const host = await startTroupe(root);
          await readyStatus(host);
          return host;
        });
        await result[Symbol.asyncDispose]();
        return delay;
      },
    },
    {
      label: 'rg --files, spawned and read by the host',
      run: async () => (await measure(() => rgFiles.list(root))).delay,
    },
    { label: 'an idle host', run: idle },
    {
      label: `an idle host, ${BUSY_THREADS} threads of the lowest priority compute`,
      run: () => besideBusyThreads(BUSY_THREADS, { workMs: IDLE_MS, restMs: 0 }, idle),
    },
    {
      label: SAME_RHYTHM,
      run: () => besideBusyThreads(BUSY_THREADS, TURNS, idle),
    },
  ],
  { rounds },
);

async function idle(): Promise<LoopDelay> {
  return (await measure(() => sleep(IDLE_MS))).delay;
}

const delays = (label: string, pick: (delay: LoopDelay) => number): readonly number[] =>
  (samples.get(label) ?? []).map(pick);
publish({
  name: 'host-delay',
  title: "Delay of the host's event loop during a scan",
  subject: `${basename(root)}, ${rounds} paired rounds, median (min to max)`,
  rows: [...samples.keys()].map((label) => ({
    label,
    cells: {
      'p50 ms': spread(delays(label, ({ p50 }) => p50)),
      p99: spread(delays(label, ({ p99 }) => p99)),
      max: spread(delays(label, ({ max }) => max)),
    },
  })),
  goals: [
    {
      what: 'host delay during a scan, p99, beside threads of the same rhythm',
      measured: ratios(
        delays(OURS, ({ p99 }) => p99),
        delays(SAME_RHYTHM, ({ p99 }) => p99),
      ).median,
      unit: 'x those threads',
      atMost: 1.3,
    },
    {
      what: 'host delay during a scan, longest of the middle round',
      measured: spread(delays(OURS, ({ max }) => max)).median,
      unit: 'ms',
      // A frame: what is longer a person sees.
      atMost: 16,
    },
  ],
  notes: [
    'The sampler sleeps for a millisecond at a time: an idle host shows what of a delay is its own.',
    'Beside threads that only compute or rest the host has nothing to do either: what it waits for then is the turn that the system gives to a thread once it has woken.',
  ],
  samples: Object.fromEntries(samples),
});
