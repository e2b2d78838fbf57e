import type { IndexChange, RootStatus } from '../../../actors/protocol/workspace.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import type { ScanPool } from '../../pool/pool.js';
import type { RootRules } from '../rules/root-rules.js';

/** The threads that read the disk for a root. */
export type RootPool = Pick<ScanPool, 'scan' | 'statDirectories'>;

export interface WorkspaceRootOptions {
  readonly pool: RootPool;
  readonly listener: RootListener;
  /** Default: the machine's own time. */
  readonly clock?: Clock;
  /** Where snapshots are kept; without it none are. */
  readonly snapshotDirectory?: string;
}

/** Who is told what a root has to say. */
export interface RootListener {
  onStatus(status: RootStatus): void;
  onChange(change: IndexChange): void;
  /** Everything was compared with the disk, and the index brought in line. */
  onCompared?(): void;
  /** The disk was read: what rules leave out, and where git is, may be other than before. */
  onRules(rules: RootRules): void;
}
