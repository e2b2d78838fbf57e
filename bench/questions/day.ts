/** Whether the index grows through a day of a million changes: its own data structure, in this process. */
import type { RelPath } from '../../src/actors/protocol/workspace.js';
import { IndexData } from '../../src/workers/index/store/index-data.js';
import { runToEnd } from '../../src/actors/runtime/slices.js';
import { readOptions } from '../bench-options.js';
import { createRandom, fileName, FOLDERS } from '../make-tree.js';
import { publish, type Row } from '../report.js';

const HOURS = 24;
const EVENTS = 1_000_000;
// A watcher's batch: from one save to a branch switch.
const MAX_BATCH = 60;
const DEPTH = 4;
// Files come and go in the same directories: a tree that grows would be no measure of an index that must not.
const DIRECTORIES = 12_000;
// Times are kept of files that were shown to somebody.
const SHOWN = 5_000;
const FILES = 100_000;
const SEED = 24;
const MB = 1024 * 1024;

const { rounds: hours = HOURS } = readOptions();
const random = createRandom(SEED);
const data = new IndexData();
// What is there, in no order, so that one is taken out in one step; and where each is in it.
const live: RelPath[] = [];
const places = new Map<RelPath, number>();
const counts = { created: 0, deleted: 0, moved: 0, changed: 0 };

function keep(path: RelPath): void {
  if (places.has(path)) return;
  places.set(path, live.length);
  live.push(path);
}

function drop(path: RelPath): void {
  const place = places.get(path);
  const last = live.pop();
  if (place === undefined || last === undefined) return;
  places.delete(path);
  if (last === path) return;
  live[place] = last;
  places.set(last, place);
}

const directories = Array.from({ length: DIRECTORIES }, () =>
  Array.from({ length: 1 + random.below(DEPTH) }, () => random.pick(FOLDERS)).join('/'),
);

function newPath(): RelPath {
  return `${random.pick(directories)}/${fileName(random)}` as RelPath;
}

/** Some changes as one batch, as the hints of a watcher become one. */
function playBatch(events: number): void {
  data.change((batch) => {
    for (let event = 0; event < events; event += 1) {
      const chance = random.below(100);
      // As many come as go, so that the tree stays as large as it is.
      const isLow = live.length < FILES;
      if (chance < 40) {
        counts.changed += 1;
        batch.setMtime(live[random.below(SHOWN)] ?? random.pick(live), event);
      } else if (chance < 50) {
        const from = random.pick(live);
        const to = newPath();
        if (places.has(to) || !batch.move(from, to)) continue;
        counts.moved += 1;
        drop(from);
        keep(to);
      } else if (isLow ? chance < 85 : chance < 60) {
        const path = newPath();
        counts.created += 1;
        batch.add(path, 0);
        keep(path);
      } else {
        const path = random.pick(live);
        counts.deleted += 1;
        batch.remove(path);
        drop(path);
      }
    }
  });
  for (let due = data.dueMerge(); due !== undefined; due = data.dueMerge()) runToEnd(due);
}

while (live.length < FILES) {
  data.change((batch) => {
    for (let file = 0; file < FILES / 10; file += 1) {
      const path = newPath();
      batch.add(path, 0);
      keep(path);
    }
  });
}
runToEnd(data.merge({ from: 0, to: data.layers.length }));

interface Sample {
  readonly hour: number;
  readonly files: number;
  readonly bytesAFile: number;
  readonly layers: number;
  readonly rssMb: number;
}

const sample = (hour: number): Sample => ({
  hour,
  files: data.fileCount,
  bytesAFile: data.bytes / data.fileCount,
  layers: data.layers.length,
  rssMb: process.memoryUsage.rss() / MB,
});
const samples = [sample(0)];
for (let hour = 1; hour <= hours; hour += 1) {
  for (let events = EVENTS / HOURS; events > 0;) {
    const size = Math.min(events, 1 + random.below(MAX_BATCH));
    playBatch(size);
    events -= size;
  }
  samples.push(sample(hour));
}

if (data.fileCount !== live.length) {
  throw new Error(`The index holds ${data.fileCount} files, and there are ${live.length}.`);
}
const most = (from: number, to: number, pick: (of: Sample) => number): number =>
  Math.max(...samples.slice(from, to).map(pick));
const half = Math.ceil(samples.length / 2);
publish({
  name: 'day',
  title: 'A day of changes',
  subject: `${live.length} files, ${hours} hours, ${Object.values(counts).reduce((sum, count) => sum + count)} events`,
  rows: samples.map(({ hour, files, bytesAFile, layers, rssMb }): Row => ({
    label: `after ${hour} h`,
    cells: { files, 'bytes a file': bytesAFile, layers, 'RSS MB': rssMb },
  })),
  goals: [
    {
      what: 'bytes a file, the second half of the day beside the first',
      measured:
        most(half, samples.length, ({ bytesAFile }) => bytesAFile) /
        most(1, half, ({ bytesAFile }) => bytesAFile),
      unit: 'x',
      atMost: 1.05,
    },
    {
      what: 'RSS, the second half of the day beside the first',
      measured: most(half, samples.length, ({ rssMb }) => rssMb) / most(1, half, ({ rssMb }) => rssMb),
      unit: 'x',
      atMost: 1.1,
    },
  ],
  notes: [
    `${counts.created} created, ${counts.deleted} deleted, ${counts.moved} moved, ${counts.changed} changed.`,
    'RSS holds the list of paths that the events are drawn from as well, and what the collector has not given back.',
  ],
  samples,
});
