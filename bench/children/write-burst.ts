/** Creates files as fast as it can, half of them in folders that are there and half in new ones. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { burstFiles, newBurstFolders } from '../burst-files.js';
import { replyAndExit } from '../reply-and-exit.js';
import { sharedClockMs } from '../shared-clock.js';

const [folder = '', round = '', count = ''] = process.argv.slice(2);
const made = new Set<string>();
const fresh = newBurstFolders(folder, round);
for (const { path, inside } of burstFiles(folder, round, Number(count))) {
  if (fresh.has(inside) && !made.has(inside)) {
    mkdirSync(inside);
    made.add(inside);
  }
  writeFileSync(path, 'x');
}
replyAndExit({ endMs: sharedClockMs() });
