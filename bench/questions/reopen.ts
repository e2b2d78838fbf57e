/** How long a workspace that was open before takes to be searchable, and to be verified, beside a new list by rg. */
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { askChild } from '../child.js';
import { createRandom } from '../make-tree.js';
import { runPaired } from '../paired-runs.js';
import { rgFiles } from '../peers/rg.js';
import { spread } from '../quantile.js';
import { publish, type Row } from '../report.js';
import { openScratchFolder } from '../scratch-folder.js';
import { filesOf, openTroupe } from '../troupe.js';

// Enough for a median that does not move by more than a few percent.
const ROUNDS = 9;
const SEED = 11;
const QUERY_LETTERS = 8;

interface Reopened {
  readonly threadMs: number;
  readonly searchedMs: number;
  readonly verifiedMs: number;
  readonly hits: number;
  readonly state: string;
  readonly snapshot?: string | number;
}

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;

// The first time is what leaves a snapshot behind.
const cacheDirectory = openScratchFolder(tmpdir());
const { host, status } = await openTroupe(root, { cacheDirectory });
const path = createRandom(SEED).pick(await filesOf(host));
const query = path.slice(path.lastIndexOf('/') + 1).slice(0, QUERY_LETTERS);
await host[Symbol.asyncDispose]();

const reopened: Reopened[] = [];
const samples = await runPaired(
  [
    {
      label: 'Troupe',
      async run() {
        const sample = await askChild<Reopened>('reopen', { args: [root, query, cacheDirectory] });
        reopened.push(sample);
        return sample.searchedMs;
      },
    },
    {
      label: 'rg --files, read by the host',
      async run() {
        const start = performance.now();
        await rgFiles.list(root);
        return performance.now() - start;
      },
    },
  ],
  { rounds },
);
// The warm-up round is in it as well.
const measured = reopened.slice(-rounds);
const part = (pick: (sample: Reopened) => number): Row['cells'] => ({ ms: spread(measured.map(pick)) });
const median = (pick: (sample: Reopened) => number): number => spread(measured.map(pick)).median;
const snapshot = measured[0]?.snapshot ?? 'not reported';
publish({
  name: 'reopen',
  title: 'Reopen a known workspace',
  subject: `${basename(root)}, ${rounds} rounds, each in a new process, median (min to max)`,
  files: status.files,
  rows: [
    { label: 'createHost until its thread is up', cells: part(({ threadMs }) => threadMs) },
    { label: 'createHost until the first search is answered', cells: part(({ searchedMs }) => searchedMs) },
    { label: '  the thread being up', cells: part(({ searchedMs, threadMs }) => searchedMs - threadMs) },
    { label: 'createHost until verified', cells: part(({ verifiedMs }) => verifiedMs) },
    { label: '  the thread being up', cells: part(({ verifiedMs, threadMs }) => verifiedMs - threadMs) },
    {
      label: 'rg --files, read by the host',
      cells: { ms: spread(samples.get('rg --files, read by the host') ?? []) },
    },
  ],
  goals: [
    {
      what: 'reopened workspace, its thread up',
      measured: median(({ threadMs }) => threadMs),
      unit: 'ms',
      atMost: 100,
    },
    {
      what: 'reopened workspace searchable, its thread being up',
      measured: median(({ searchedMs, threadMs }) => searchedMs - threadMs),
      unit: 'ms',
      atMost: 10,
      note: 'starting a thread and loading code is its own row: no index can shorten it',
    },
    {
      what: 'reopened workspace verified, its thread being up',
      measured: median(({ verifiedMs, threadMs }) => verifiedMs - threadMs),
      unit: 'ms',
      atMost: 80,
    },
  ],
  notes: [
    `Snapshot: ${snapshot}. The first search gave ${measured[0]?.hits ?? 0} hits, "${measured[0]?.state ?? ''}".`,
    'The thread reads its snapshot before it says that it is up: that is in the first row. The code of the host is loaded before all of them.',
  ],
  samples: measured,
});
