import type { IndexChange, RelPath } from '../../actors/protocol/workspace.js';
import type { Hint } from '../watch/watcher.js';

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
