import { burstFiles } from './burst-files.js';
import { askChild } from './child.js';
import type { Heard } from './peers/watch-peer.js';

/** Files of one burst. */
export const BURST_FILES = 10_000;

/** What became of the files of one burst. */
export interface Burst {
  /** From the last write until the last file was known, of those that ever were. */
  readonly settledMs: number;
  readonly lost: number;
}

/** Has another process create many files at once, and says how long after the last all were known. */
export async function writeBurst(watching: Heard, folder: string, tag: string): Promise<Burst> {
  await watching.mark();
  const args = [folder, tag, String(BURST_FILES)];
  const { endMs } = await askChild<{ readonly endMs: number }>('write-burst', { args });
  const files = burstFiles(folder, tag, BURST_FILES).map(({ path }) => path);
  const arrivals = await watching.arrivals(files);
  return {
    settledMs: arrivals.reduce<number>((latest, atMs) => Math.max(latest, (atMs ?? endMs) - endMs), 0),
    lost: arrivals.filter((atMs) => atMs === undefined).length,
  };
}
