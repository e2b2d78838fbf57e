import { join } from 'node:path';
import { startChild } from './child.js';
import type { Heard } from './peers/watch-peer.js';

// Long enough for a p99 of 50 files a second to rest on 400 of them, and for the first two seconds, in which an index
// still compares itself with the disk, not to decide alone; but not more files than are of use.
const FEWEST = 40;
const MOST = 1000;
const SECONDS = 8;

/** What became of some files. */
export interface Change {
  /** Of those that were ever known. */
  readonly ms: readonly number[];
  readonly lost: number;
}

/** Has files written at a rate by another process, and says how long after each it was known. */
export async function writeChanges(
  watching: Heard,
  folder: string,
  tag: string,
  rate: number,
): Promise<Change> {
  const count = Math.min(MOST, Math.max(FEWEST, rate * SECONDS));
  const files = Array.from({ length: count }, (_, at) => join(folder, `${tag}-${at}.ts`));
  await watching.mark();
  await using writer = startChild('write-changes');
  const { writtenMs } = await writer.ask<{ readonly writtenMs: readonly number[] }>({ files, rate });
  const arrivals = await watching.arrivals(files);
  return {
    ms: arrivals.flatMap((atMs, at) => (atMs === undefined ? [] : [atMs - (writtenMs[at] ?? atMs)])),
    lost: arrivals.filter((atMs) => atMs === undefined).length,
  };
}
