/** How long until a workspace is known, the disk's cache being warm, beside programs that only list it. */
import { basename } from 'node:path';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { ratios, runPaired } from '../paired-runs.js';
import { rgFiles } from '../peers/rg.js';
import { spread } from '../quantile.js';
import { isMillion, publish, type Goal, type Row } from '../report.js';
import { firstScan, freshScan, openRescan, scanPeers, type ScanSample } from '../scan-contenders.js';

// Enough for a median that does not move by more than a few percent.
const ROUNDS = 9;

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const first = firstScan(root);
const fresh = freshScan(root);
await using again = await openRescan(root);
const { contenders, notes } = scanPeers(root);
const samples = await runPaired([first, fresh, again, ...contenders], { rounds });

const of = (label: string): readonly ScanSample[] => samples.get(label) ?? [];
const times = (label: string): readonly number[] => of(label).map(({ ms }) => ms);
const scanTimes = (label: string): readonly number[] => of(label).map(({ scanMs }) => scanMs ?? Number.NaN);
const rgTimes = times(rgFiles.label);
const row = (label: string, ms: readonly number[], files?: number): Row => ({
  label,
  cells: { ms: spread(ms), 'x rg': ratios(ms, rgTimes), ...(files === undefined ? {} : { files }) },
});
const rows = [...samples.keys()].flatMap((label) => [
  row(label, times(label), of(label)[0]?.files),
  ...(label === fresh.label || label === again.label
    ? [row('  the scan in it, as the index timed it', scanTimes(label))]
    : []),
]);

const files = of(fresh.label)[0]?.files ?? 0;
const fd = contenders.find(({ label }) => label.startsWith('fd '));
const goals: Goal[] = isMillion(files)
  ? [
      {
        what: 'first scan of a million files, beside fd',
        measured: fd && ratios(scanTimes(fresh.label), times(fd.label)).median,
        unit: 'x fd',
        atMost: 0.7,
        note: 'a fresh host, as its index timed the scan',
      },
    ]
  : [
      {
        what: 'scan, warm cache and warm code, beside rg',
        measured: ratios(scanTimes(again.label), rgTimes).median,
        unit: 'x rg',
        atMost: 0.6,
        note: 'a host that reads all again, as its index timed the scan',
      },
      {
        what: 'the very first scan of a process, beside rg',
        measured: ratios(times(first.label), rgTimes).median,
        unit: 'x rg',
        atMost: 1,
        note: 'from createHost until ready: thread start and cold code are in it',
      },
    ];
publish({
  name: 'scan',
  title: 'Scan, warm cache',
  subject: `${basename(root)}, ${rounds} paired rounds, median (min to max)`,
  files,
  rows,
  goals,
  notes: [
    'A fresh host starts its threads and compiles their code in each round; one that reads all again has done both, and matches every entry with the index before it as well.',
    'As the index timed it: from the first directory until all is in the index, names in order and words for searches included.',
    ...notes,
  ],
  samples: Object.fromEntries(samples),
});
