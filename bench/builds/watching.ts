import { mkdirSync } from 'node:fs';
import { openBenchTree } from '../bench-tree.js';
import type { BuildProcess } from '../build-orders.js';
import { oldBurstFolders } from '../burst-files.js';
import type { Heard } from '../peers/watch-peer.js';
import { openScratchFolder } from '../scratch-folder.js';
import { writeBurst } from '../write-burst.js';
import { writeChanges } from '../write-changes.js';
import { type OpenWorks, p50p99, startBoth } from './both.js';

const ROUNDS = 5;
// A person in a hurry, and a build. Units: files a second.
const RATES = [50, 500];

/** From a file written to searchable, one at a time and many at once. */
export const watchWork: OpenWorks = async (options) => {
  const root = openBenchTree(options);
  const folder = openScratchFolder(root);
  for (const old of oldBurstFolders(folder)) mkdirSync(old);
  const both = await startBoth();
  let round = 0;
  return {
    works: [
      {
        rounds: ROUNDS,
        async run(build) {
          round += 1;
          const { [build]: process } = both;
          // One after the other, as each would hear of the other's files.
          await process.ask({ type: 'watch', root, folder });
          const heard = heardBy(process);
          const figures: Record<string, number> = {};
          let lost = 0;
          for (const rate of RATES) {
            const change = await writeChanges(heard, folder, `${build}-${round}-${rate}`, rate);
            Object.assign(figures, p50p99(`change to searchable, ${rate} files/s,`, change.ms));
            lost += change.lost;
          }
          const burst = await writeBurst(heard, folder, `${build}-${round}`);
          await process.ask({ type: 'unwatch' });
          return {
            ...figures,
            'burst of 10,000 files searchable, ms': burst.settledMs,
            'changes lost': lost + burst.lost,
          };
        },
      },
    ],
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
};

function heardBy(process: BuildProcess): Heard {
  return {
    mark: () => process.ask({ type: 'mark' }),
    arrivals: (files) => process.ask({ type: 'arrivals', files }),
  };
}
