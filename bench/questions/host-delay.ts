/** How late the host's thread is while a workspace is scanned: what a person feels of it. */
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { measure, type LoopDelay } from '../loop-delay.js';
import { runPaired } from '../paired-runs.js';
import { rgFiles } from '../peers/rg.js';
import { spread } from '../quantile.js';
import { publish } from '../report.js';
import { readyStatus, startTroupe } from '../troupe.js';

const ROUNDS = 9;
// What an idle host shows is the floor of the sampler and the noise of the machine.
const IDLE_MS = 500;
const OURS = 'Troupe, createHost until ready';

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
    { label: 'an idle host', run: async () => (await measure(() => sleep(IDLE_MS))).delay },
  ],
  { rounds },
);

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
      what: 'host delay during a scan, p99',
      measured: spread(delays(OURS, ({ p99 }) => p99)).median,
      unit: 'ms',
      atMost: 1,
    },
    {
      what: 'host delay during a scan, longest of the middle round',
      measured: spread(delays(OURS, ({ max }) => max)).median,
      unit: 'ms',
      atMost: 5,
    },
  ],
  notes: ['The sampler sleeps for a millisecond at a time: an idle host shows what of a delay is its own.'],
  samples: Object.fromEntries(samples),
});
