import type { ThreadId } from '../../../../actors/protocol/thread.js';

/** A thread in a folder. */
export interface PlacedThread {
  readonly id: ThreadId;
  readonly folder: string;
  /** The names of its files and folders there. */
  readonly names: readonly string[];
}
