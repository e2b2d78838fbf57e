import type { IndexChange, RelPath } from '../../../actors/protocol/workspace.js';
import { Coalescer } from '../../watch/coalesce.js';
import type { Hint } from '../../watch/back-end/watcher.js';
import type { DeferredScans } from './hint-follower.js';

/** What is to be compared with the disk. */
export interface Work {
  readonly hints: readonly Hint[];
  /** Directories to read, each with all below it. */
  readonly scans: readonly RelPath[];
  /** The same, where it will do to read what has changed since it was read last. */
  readonly sweeps: readonly RelPath[];
  /** Whether git is to be asked anew first. */
  readonly refreshGit: boolean;
  /** Whether this is what could not be read before. */
  readonly isRetry?: true;
  /** Whether a snapshot is to be made when all this is done. */
  readonly isSaved?: true;
  readonly done?: (change: IndexChange) => void;
}

// Each scan goes through the scan threads by itself: from about here on, one of all that holds them is cheaper.
const MAX_SCANS = 16;

const EVERYTHING = '' as RelPath;

export const NO_WORK: Work = { hints: [], scans: [], sweeps: [], refreshGit: false };

/** One piece of work that does all that was to be done by many. */
export function foldWork(waiting: readonly Work[]): Work {
  return {
    hints: [],
    scans: waiting.some(({ scans }) => scans.length > 0) ? [EVERYTHING] : [],
    sweeps: [EVERYTHING],
    refreshGit: true,
    ...(waiting.some(({ isRetry }) => isRetry) ? { isRetry: true } : {}),
    done: (change) => {
      for (const work of waiting) work.done?.(change);
    },
  };
}

/** What was left to compare by many, until it is. */
export class DeferredScanQueue {
  #scans = fewScans();
  #sweeps = new Coalescer();

  /** Whether it is the first to be left. */
  add({ scans, sweeps }: DeferredScans): boolean {
    const isFirst = this.#scans.isEmpty && this.#sweeps.isEmpty;
    for (const directory of scans) this.#scans.rescan(directory);
    for (const directory of sweeps) this.#sweeps.rescan(directory);
    return isFirst;
  }

  take(): DeferredScans {
    return { scans: this.#scans.take().rescans, sweeps: this.#sweeps.take().rescans };
  }
}

/** Those of some directories that are to be scanned by themselves, or one that holds them all. */
export function scansOf(directories: readonly RelPath[]): readonly RelPath[] {
  const scans = fewScans();
  for (const directory of directories) scans.rescan(directory);
  return scans.take().rescans;
}

function fewScans(): Coalescer {
  return new Coalescer(0, MAX_SCANS);
}
