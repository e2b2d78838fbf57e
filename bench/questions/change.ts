/** How soon a file that was just written can be found, at several rates of writing. */
import { basename } from 'node:path';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { type Change, writeChanges } from '../write-changes.js';
import { latencyRow } from '../latency.js';
import { fsWatchPeer, fsWatchThreadsPeer } from '../peers/fs-watch.js';
import { parcelPeer } from '../peers/parcel.js';
import { troupeWatch } from '../peers/troupe-watch.js';
import type { WatchPeer } from '../peers/watch-peer.js';
import { quantile } from '../quantile.js';
import { publish, type Row } from '../report.js';
import { openScratchFolder } from '../scratch-folder.js';

// A person, a formatter, a build, a branch switch. Units: files a second.
const RATES = [5, 50, 500, 2000];
const ROUNDS = 3;

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const folder = openScratchFolder(root);
const peers = [troupeWatch, fsWatchPeer, fsWatchThreadsPeer, parcelPeer];
const changes = new Map<string, Change[]>();
for (let round = 0; round < rounds; round += 1)
  // One after the other, as each would hear of the other's files; who is first changes.
  for (const peer of round % 2 === 0 ? peers : peers.toReversed()) {
    const watching = await peer.start(root, folder);
    try {
      for (const rate of RATES) {
        const key = `${rate} files/s: ${peer.label}`;
        const change = await writeChanges(
          watching,
          folder,
          `${peer.label.slice(0, 2)}-${round}-${rate}`,
          rate,
        );
        changes.set(key, [...(changes.get(key) ?? []), change]);
      }
    } finally {
      await watching[Symbol.asyncDispose]();
    }
  }

const times = (key: string): number[] => (changes.get(key) ?? []).flatMap(({ ms }) => ms);
const lost = (key: string): number => (changes.get(key) ?? []).reduce((sum, change) => sum + change.lost, 0);
const keys = RATES.flatMap((rate) => peers.map(({ label }) => `${rate} files/s: ${label}`));
const timesAt = (rate: number, { label }: WatchPeer): number[] => times(`${rate} files/s: ${label}`);
/** The worst rate of all. */
const besideBareWatch = Math.max(
  ...RATES.map(
    (rate) => quantile(timesAt(rate, troupeWatch), 0.99) / quantile(timesAt(rate, fsWatchThreadsPeer), 0.99),
  ),
);
publish({
  name: 'change',
  title: 'From a file written to searchable',
  subject: `${basename(root)}, ${rounds} rounds, a watch opened anew for each`,
  rows: keys.map((key): Row => latencyRow(key, times(key), { lost: lost(key) })),
  goals: [
    {
      what: 'change to searchable p99, the worst rate, beside a bare fs.watch through three threads',
      measured: besideBareWatch,
      unit: 'x fs.watch',
      atMost: 3,
    },
    {
      what: 'changes lost',
      measured: RATES.reduce((sum, rate) => sum + lost(`${rate} files/s: ${troupeWatch.label}`), 0),
      unit: 'files',
      atMost: 0,
    },
  ],
  notes: [
    "Troupe's time ends when the host, told of a change, has asked and heard that the file is in; that of @parcel/watcher " +
      'ends in its own process, with no index behind it.',
    'The bare fs.watch says what the system takes. Through three bare threads it is what waking them takes, for a watch, an index and a host that each have one: the way of a change in Troupe, with nothing done on it.',
    'Another process writes the files, and not before the folder that they come into is watched; the time begins as it begins to write one.',
  ],
  samples: Object.fromEntries(changes),
});
