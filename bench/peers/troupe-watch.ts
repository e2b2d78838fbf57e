import { relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RelPath } from '../../src/host/api.js';
import { sharedClockMs } from '../shared-clock.js';
import { openTroupe } from '../troupe.js';
import { QUIET_MS, type WatchPeer } from './watch-peer.js';

const CHECK_MS = 20;

/**
 * The index itself. Its searches look at the disk when they find nothing, and would find a file that no watcher told
 * of: so the time is that of the `changed` event, and the list of files says afterwards what is really in.
 */
export const troupeWatch: WatchPeer = {
  label: 'Troupe',
  async start(root, folder) {
    const { host } = await openTroupe(root, { isWatched: true });
    const { workspace } = host;
    // How many entries were there at which time, since the mark.
    let log: { readonly atMs: number; readonly entries: number }[] = [];
    let lastMs = 0;
    workspace.ref.on('changed', ({ added }) => {
      lastMs = sharedClockMs();
      log.push({ atMs: lastMs, entries: (log.at(-1)?.entries ?? 0) + added });
    });
    const under = relative(root, folder).split(sep).join('/') as RelPath;
    const indexed = async (): Promise<ReadonlySet<string>> => {
      const paths = new Set<string>();
      for await (const batch of await workspace.files({ under }))
        for (const path of batch.paths) paths.add(path);
      return paths;
    };
    return {
      mark() {
        log = [];
      },
      async arrivals(files, newFolders) {
        const startMs = sharedClockMs();
        const expected = files.length + newFolders;
        const isWhole = (): boolean => (log.at(-1)?.entries ?? 0) >= expected;
        while (!isWhole() && sharedClockMs() - Math.max(lastMs, startMs) < QUIET_MS) await sleep(CHECK_MS);
        const paths = await indexed();
        let place = 0;
        return files.map((file, before) => {
          // Files are told of in the order in which they came to be, and every new folder before its files.
          const entries = newFolders + before + 1;
          while (place < log.length && (log[place]?.entries ?? 0) < entries) place += 1;
          return paths.has(relative(root, file).split(sep).join('/')) ? log[place]?.atMs : undefined;
        });
      },
      [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
    };
  },
};
