import type { ThreadId } from '../../../actors/protocol/thread.js';

/** How much room the versions of files take. Units: bytes on the disk. */
export interface VersionsSize {
  readonly usedBytes: number;
  readonly quotaBytes: number;
  /** Where they are. Shape: absolute. */
  readonly folder: string;
}

/** Which versions of files go. */
export interface PruneOptions {
  /**
   * Versions that only entries older than this refer to go as well. Default: none of them. Units: milliseconds since 1970.
   */
  readonly before?: number;
}

/** A thread of which older checkpoints cannot be jumped to any more. */
export interface AffectedThread {
  readonly id: ThreadId;
  readonly title: string;
  readonly roots: readonly string[];
}

/** What pruning would do, or has done. */
export interface Pruned {
  /** Contents that are deleted. */
  readonly removed: number;
  /** Units: bytes on the disk. */
  readonly freedBytes: number;
  /** Contents that no thread refers to, which a prune a day later deletes if it finds no reference either. */
  readonly unneeded: number;
  readonly unneededBytes: number;
  /** Contents that stay. */
  readonly kept: number;
  readonly keptBytes: number;
  readonly threads: readonly AffectedThread[];
  /**
   * Why it is not known what some threads refer to, as sentences. Nothing but what ended programs had begun to write is
   * deleted then.
   */
  readonly problems: readonly string[];
}

/**
 * The versions of files that a host keeps, and how they take less room. By itself a host deletes only those that no thread
 * refers to, and only when the store is nearly full.
 * Source: SPEC K4, H6.
 */
export interface KeptVersions {
  /** Errors: those of Node's `fs`. Cost: a look at each file of the store. */
  size(): Promise<VersionsSize>;
  /**
   * What `prune` would do now. Nothing is changed.
   * Errors: `SettingsError` when it is not known which threads refer to the versions; those of Node's `fs`; the signal's
   * reason. Cost: reads every thread.
   */
  planPrune(options?: PruneOptions, signal?: AbortSignal): Promise<Pruned>;
  /**
   * Deletes the versions to which no thread has referred for a day, and those that `before` names. What was kept within a
   * day stays. Errors: those of `planPrune`.
   */
  prune(options?: PruneOptions, signal?: AbortSignal): Promise<Pruned>;
}
