/** How long after 10,000 files were created at once all of them can be found, and how many never are. */
import { basename } from 'node:path';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { oldBurstFolders } from '../burst-files.js';
import { parcelPeer } from '../peers/parcel.js';
import { troupeWatch } from '../peers/troupe-watch.js';
import type { WatchPeer } from '../peers/watch-peer.js';
import { spread } from '../quantile.js';
import { publish } from '../report.js';
import { openScratchFolder } from '../scratch-folder.js';
import { type Burst, BURST_FILES, writeBurst } from '../write-burst.js';

const ROUNDS = 7;
// Once a watch is open the index compares itself with the disk, and reads contents: that takes two seconds here.
const REST_MS = 5_000;

const rested: WatchPeer = {
  label: 'Troupe',
  async start(root, folder) {
    const watching = await troupeWatch.start(root, folder);
    await sleep(REST_MS);
    return watching;
  },
};
const justOpened: WatchPeer = { ...troupeWatch, label: 'Troupe, just opened' };

interface LabelledBurst extends Burst {
  readonly label: string;
}

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const folder = openScratchFolder(root);
for (const old of oldBurstFolders(folder)) mkdirSync(old);
const bursts: LabelledBurst[] = [];
const peers = [rested, justOpened, parcelPeer];
for (let round = 0; round < rounds; round += 1)
  // One after the other, as each would hear of the other's files; who is first changes.
  for (const peer of round % 2 === 0 ? peers : peers.toReversed()) {
    const watching = await peer.start(root, folder);
    try {
      const tag = `${peers.indexOf(peer)}-${round}`;
      bursts.push({ label: peer.label, ...(await writeBurst(watching, folder, tag)) });
    } finally {
      await watching[Symbol.asyncDispose]();
    }
  }

const of = (label: string): readonly LabelledBurst[] => bursts.filter((one) => one.label === label);
const ours = of(rested.label);
const allOurs = [...ours, ...of(justOpened.label)];
const lostOf = (list: readonly LabelledBurst[]): number => Math.max(...list.map(({ lost }) => lost));
publish({
  name: 'burst',
  title: `${BURST_FILES.toLocaleString('en')} files created at once, half of them in 200 new folders`,
  subject: `${basename(root)}, ${rounds} rounds, a watch opened anew for each, median (min to max)`,
  rows: peers.map(({ label }) => ({
    label,
    cells: {
      'all known after, ms': spread(of(label).map(({ settledMs }) => settledMs)),
      'never known': spread(of(label).map(({ lost }) => lost)),
    },
  })),
  goals: [
    {
      what: 'burst of 10,000 files searchable after the last write, beside @parcel/watcher',
      measured:
        spread(ours.map(({ settledMs }) => settledMs)).median /
        spread(of(parcelPeer.label).map(({ settledMs }) => settledMs)).median,
      unit: 'x parcel',
      atMost: 0.25,
      note: 'parcel is timed by the files that it did tell of, and has no index behind it',
    },
    { what: 'files of a burst lost, the worst round', measured: lostOf(allOurs), unit: 'files', atMost: 0 },
  ],
  notes: [
    '"Never known" is what nobody had told of ten seconds after the last news; for Troupe, what its list lacks then.',
    'The files come 5 s after the folder is watched, or at once ("just opened"): the index compares itself with the disk then, and reads contents.',
    'The time of a peer that lost files is that of the last file that it did tell of.',
  ],
  samples: bursts,
});
