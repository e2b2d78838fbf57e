import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import type { CompareJob, SignedFiles, SignJob } from '../grep/sign-job.js';
import type { FilterStore } from './filter-store.js';

/** The files of a root's index. */
export interface IndexedFiles {
  /** Every file at or below a path. A concurrent change may be missed, but never a file that exists throughout. */
  paths(under: RelPath): Iterable<RelPath>;
  kindOf(path: RelPath): 'file' | 'directory' | undefined;
  readonly fileCount: number;
}

export interface ContentIndexOptions {
  readonly root: AbsPath;
  readonly files: IndexedFiles;
  /** Runs a job on a thread of the scan pool. */
  readonly sign: (job: SignJob) => Promise<SignedFiles>;
  /** Runs a job on a thread that a search waits for. */
  readonly compare: (job: CompareJob) => Promise<Uint8Array>;
  /** Keeps the filter for the next process. Default: not kept. */
  readonly store?: Pick<FilterStore, 'read' | 'write'>;
  readonly maxBytes: number;
  /** How long nothing must have changed before files are signed. Default: 250 ms. */
  readonly calmMs?: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
}
