/** How long until a workspace is known when nothing of it is in the disk's cache. */
import { basename } from 'node:path';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { dropCaches } from '../drop-caches.js';
import { ratios, runPaired } from '../paired-runs.js';
import { rgFiles } from '../peers/rg.js';
import { spread } from '../quantile.js';
import { publish, type Row } from '../report.js';
import { peerScan, freshScan, type ScanSample } from '../scan-contenders.js';

// Each takes seconds, and the disk is the same for both.
const ROUNDS = 5;

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const goal = { what: 'first scan, cold disk, beside rg', unit: 'x rg', atMost: 1 };
const answer = {
  name: 'cold-scan',
  title: 'Scan, cold disk',
  subject: `${basename(root)}, ${rounds} paired rounds, median (min to max)`,
};

const problem = dropCaches();
if (problem === undefined) {
  const troupe = freshScan(root);
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
  const of = (label: string): readonly ScanSample[] => samples.get(label) ?? [];
  const rgTimes = of(rg.label).map(({ ms }) => ms);
  const scanTimes = of(troupe.label).map(({ scanMs }) => scanMs ?? Number.NaN);
  const row = (label: string, ms: readonly number[]): Row => ({
    label,
    cells: { ms: spread(ms), 'x rg': ratios(ms, rgTimes) },
  });
  publish({
    ...answer,
    rows: [
      row(
        troupe.label,
        of(troupe.label).map(({ ms }) => ms),
      ),
      row('  the scan in it, as the index timed it', scanTimes),
      row(rg.label, rgTimes),
    ],
    goals: [
      {
        ...goal,
        measured: ratios(scanTimes, rgTimes).median,
        note: 'the index timed the scan: its threads are there, all rules are in',
      },
    ],
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
