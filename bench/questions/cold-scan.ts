/** How long until a workspace is known when nothing of it is in the disk's cache. */
import { basename } from 'node:path';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { dropCaches } from '../drop-caches.js';
import { ratios, runPaired } from '../paired-runs.js';
import { rgFiles } from '../peers/rg.js';
import { spread } from '../quantile.js';
import { publish } from '../report.js';
import { peerScan, warmScan } from '../scan-contenders.js';

// Each takes seconds, and the disk is the same for both.
const ROUNDS = 5;

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const goal = { what: 'first scan, cold disk, beside rg', unit: 'x rg', atMost: 0.7 };
const answer = {
  name: 'cold-scan',
  title: 'Scan, cold disk',
  subject: `${basename(root)}, ${rounds} paired rounds, median (min to max)`,
};

const problem = dropCaches();
if (problem === undefined) {
  const troupe = warmScan(root);
  const rg = peerScan(rgFiles, root);
  const samples = await runPaired(
    [troupe, rg].map(({ label, run }) => ({
      label,
      run() {
        dropCaches();
        return run();
      },
    })),
    { rounds },
  );
  const times = (label: string): readonly number[] => (samples.get(label) ?? []).map(({ ms }) => ms);
  const rgTimes = times(rg.label);
  publish({
    ...answer,
    rows: [troupe, rg].map(({ label }) => ({
      label,
      cells: { ms: spread(times(label)), 'x rg': ratios(times(label), rgTimes) },
    })),
    goals: [{ ...goal, measured: ratios(times(troupe.label), rgTimes).median }],
    notes: [
      "Emptied before each run: the kernel's cache. What lies below the virtual disk of a guest stays warm.",
    ],
    samples: Object.fromEntries(samples),
  });
} else
  publish({
    ...answer,
    rows: [{ label: 'nothing was measured', cells: {} }],
    goals: [{ ...goal, note: `the disk's cache cannot be emptied here: ${problem}` }],
  });
