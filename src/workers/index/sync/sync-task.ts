import type { IndexChange, RelPath } from '../../../actors/protocol/workspace.js';
import { Coalescer } from '../../watch/coalescer.js';
import type { Hint } from '../../watch/back-end/watcher.js';
import type { DeferredScans } from './hint-follower.js';

/** A request to compare parts of a root with the disk. */
export interface SyncTask {
  readonly hints: readonly Hint[];
  /** Directories to read with everything below them. */
  readonly scans: readonly RelPath[];
  /** Directories of which only those with changed stamps need to be read. */
  readonly sweeps: readonly RelPath[];
  /** Whether git's configuration must be read again first. */
  readonly refreshGit: boolean;
  /** Whether this repeats a comparison that failed for a shortage. */
  readonly isRetry?: true;
  /** Whether to save a snapshot afterwards. */
  readonly savesSnapshot?: true;
  readonly done?: (change: IndexChange) => void;
}

// Each scan is a job of its own: from about this number on, one scan of a common parent is cheaper.
const MAX_SCANS = 16;

const EVERYTHING = '' as RelPath;

export const NO_TASK: SyncTask = { hints: [], scans: [], sweeps: [], refreshGit: false };

/** Merges waiting tasks into one that does the work of all. */
export function foldTasks(waiting: readonly SyncTask[]): SyncTask {
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

/** Collects deferred scans until the next task takes them. */
export class DeferredScanQueue {
  #scans = fewScans();
  #sweeps = new Coalescer();

  /** Returns whether the queue was empty. */
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

/** The fewest directories to scan that cover the given ones: without nested ones, or a common parent of many. */
export function mergeDirectories(directories: readonly RelPath[]): readonly RelPath[] {
  const scans = fewScans();
  for (const directory of directories) scans.rescan(directory);
  return scans.take().rescans;
}

function fewScans(): Coalescer {
  return new Coalescer(0, MAX_SCANS);
}
