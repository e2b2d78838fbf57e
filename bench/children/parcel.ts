/** Watches a directory, says when it does, and answers when it heard of each of some files. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import parcel from '@parcel/watcher';
import { QUIET_MS } from '../peers/watch-peer.js';
import { sharedClockMs } from '../shared-clock.js';

const CHECK_MS = 20;

const [root = ''] = process.argv.slice(2);
const heard = new Map<string, number>();
let lastMs = 0;

await parcel.subscribe(
  root,
  (_error, events) => {
    lastMs = sharedClockMs();
    for (const { path } of events) if (!heard.has(path)) heard.set(path, lastMs);
  },
  // Absolute, as a glob would be matched with every entry.
  { ignore: [join(root, '.git'), join(root, 'node_modules')] },
);
process.on('message', (message: { readonly files: readonly string[] }) => {
  void answer(message.files);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function answer(files: readonly string[]): Promise<void> {
  const startMs = sharedClockMs();
  while (files.some((file) => !heard.has(file)) && sharedClockMs() - Math.max(lastMs, startMs) < QUIET_MS)
    await sleep(CHECK_MS);
  process.send?.(files.map((file) => heard.get(file)));
}
