import type { IndexChange, RootStatus } from '../../../actors/protocol/workspace.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import type { ScanPool } from '../../pool/pool.js';
import type { RootRules } from '../rules/root-rules.js';

/** The threads that read the disk for a root. */
export type RootPool = Pick<ScanPool, 'scan' | 'statDirectories'>;

export interface WorkspaceRootOptions {
  readonly pool: RootPool;
  readonly listener: RootListener;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** The folder for snapshots; without it none are saved. */
  readonly snapshotDirectory?: string;
}

/** Receives the events of a root. */
export interface RootListener {
  onStatus(status: RootStatus): void;
  onChange(change: IndexChange): void;
  /** Called when everything has been compared with the disk, and the index updated. */
  onCompared?(): void;
  /** Called when the disk was read: the ignored directories and git's files may have changed. */
  onRules(rules: RootRules): void;
}
