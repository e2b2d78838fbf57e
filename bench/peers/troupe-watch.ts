import { rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Host, RelPath } from '../../src/host/api.js';
import { sharedClockMs } from '../shared-clock.js';
import { openTroupe } from '../troupe.js';
import { QUIET_MS, type WatchPeer } from './watch-peer.js';

const CHECK_MS = 20;

/**
 * The index itself. Its searches look at the disk when they find nothing, and would find a file that no watcher told
 * of: so after each `changed` event it is asked how many files it has, and in the end which ones they are.
 */
export const troupeWatch: WatchPeer = {
  label: 'Troupe',
  async start(root, folder) {
    const { host } = await openTroupe(root, { isWatched: true });
    await watched(host, folder);
    const toRelPath = (path: string): RelPath => relative(root, path).split(sep).join('/') as RelPath;
    let filesBefore = 0;
    let log: { readonly atMs: number; readonly files: number }[] = [];
    let lastMs = 0;
    let isAsking = false;
    let isOutdated = false;
    const count = async (): Promise<void> => {
      isOutdated = true;
      if (isAsking) return;
      isAsking = true;
      while (isOutdated) {
        isOutdated = false;
        const files = await countFiles(host);
        lastMs = sharedClockMs();
        log.push({ atMs: lastMs, files });
      }
      isAsking = false;
    };
    host.workspace.ref.on('changed', () => {
      void count();
    });
    return {
      async mark() {
        filesBefore = await countFiles(host);
        log = [];
      },
      async arrivals(files) {
        const startMs = sharedClockMs();
        const isWhole = (): boolean => (log.at(-1)?.files ?? 0) >= filesBefore + files.length;
        while (!isWhole() && sharedClockMs() - Math.max(lastMs, startMs) < QUIET_MS) await sleep(CHECK_MS);
        const indexed = await pathsUnder(host, toRelPath(folder));
        let place = 0;
        // Files are told of in the order in which they came to be.
        return files.map((file, before) => {
          while (place < log.length && (log[place]?.files ?? 0) <= filesBefore + before) place += 1;
          return indexed.has(toRelPath(file)) ? log[place]?.atMs : undefined;
        });
      },
      [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
    };
  },
};

/**
 * Resolves once files that come into a folder are told of. The index is ready before that, and nobody says when: a file
 * is put there, and what was there before it is not told of.
 */
async function watched(host: Host, folder: string): Promise<void> {
  const probe = join(folder, 'troupe-watch-probe');
  const before = await countFiles(host);
  writeFileSync(probe, '');
  while ((await countFiles(host)) === before) await sleep(CHECK_MS);
  rmSync(probe);
  while ((await countFiles(host)) > before) await sleep(CHECK_MS);
}

async function countFiles({ workspace }: Host): Promise<number> {
  const [status] = await workspace.status();
  return status?.files ?? 0;
}

async function pathsUnder({ workspace }: Host, under: RelPath): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for await (const batch of await workspace.files({ under })) for (const path of batch.paths) paths.add(path);
  return paths;
}
