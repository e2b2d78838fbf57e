/** What it takes to know every path of a tree, each way in a process of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { askChild } from '../child.js';
import { rgFiles } from '../peers/rg.js';
import { spread } from '../quantile.js';
import { isMillion, publish, type Row } from '../report.js';

// Memory moves little from one run to the next.
const ROUNDS = 3;
const MB = 1024 * 1024;
// An object for each character of a million paths is 4.8 GB.
const TRIES_BYTES_A_FILE = 5000;

interface Held {
  readonly files: number;
  readonly bytes: number;
  readonly rssBefore: number;
  readonly rssAfter: number;
}

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const paths = await rgFiles.list(root);
const fitsTries = freemem() > 2 * paths.length * TRIES_BYTES_A_FILE;
const folder = mkdtempSync(join(tmpdir(), 'troupe-bench-memory-'));
try {
  const list = join(folder, 'paths');
  writeFileSync(list, paths.join('\0'));
  const heapMb = Math.ceil((2 * paths.length * TRIES_BYTES_A_FILE) / MB) + 1024;
  const samples: Record<string, Held[]> = { troupe: [], list: [], ...(fitsTries ? { tries: [] } : {}) };
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, held] of Object.entries(samples))
      held.push(
        await askChild<Held>('memory', {
          args: [kind, root, list],
          execArgv: ['--expose-gc', `--max-old-space-size=${heapMb}`],
        }),
      );

  const bytesAFile = (kind: string): number[] =>
    (samples[kind] ?? []).map(({ bytes, files }) => bytes / Math.max(1, files));
  const row = (label: string, kind: string): Row => ({
    label,
    cells: {
      'bytes a file': spread(bytesAFile(kind)),
      'RSS before MB': spread((samples[kind] ?? []).map(({ rssBefore }) => rssBefore / MB)),
      after: spread((samples[kind] ?? []).map(({ rssAfter }) => rssAfter / MB)),
    },
  });
  const files = samples['troupe']?.[0]?.files ?? 0;
  publish({
    name: 'memory',
    title: 'Memory',
    subject: `${basename(root)}, ${rounds} rounds, each in a new process, median (min to max)`,
    files,
    rows: [
      row('Troupe, as it reports', 'troupe'),
      row('a plain list of strings', 'list'),
      ...(fitsTries ? [row('tries, an object a character', 'tries')] : []),
    ],
    goals: [
      {
        what: `memory a file${isMillion(files) ? ', a million files' : ''}`,
        measured: spread(bytesAFile('troupe')).median,
        unit: 'B',
        atMost: 48,
      },
    ],
    notes: [
      "Troupe's bytes are those that its index reports for its own structures; RSS has its threads and their code in it.",
      "The others' bytes are what the heap grew by. To make them, the list was read from a file: RSS has that in it.",
      ...(fitsTries ? [] : ['The tries are not measured: there is too little free memory for them.']),
    ],
    samples,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
