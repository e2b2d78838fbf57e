import type { ThreadEntry } from '../../../../actors/protocol/thread.js';
import type { LogHeader } from './log-header.js';

/** What one file of a thread has, and what it has lost. */
export interface LogContent {
  readonly path: string;
  /** Who wrote it. Files of one writer repeat each other where one is a copy. */
  readonly writer: string;
  readonly header?: LogHeader;
  /** In the order of the file. */
  readonly entries: readonly ThreadEntry[];
  readonly losses: readonly Loss[];
}

/** Bytes of a file that are no entries any more, or never were. */
export interface Loss {
  /** `foreign`: bytes between entries, all of which are there. `unreadable`: nothing of the file can be read. */
  readonly kind: 'torn' | 'damaged' | 'foreign' | 'unreadable';
  /** The numbers of the entries that were lost, where they can be told. */
  readonly seqs?: { readonly from: number; readonly to: number };
  /** The last entry before it, where `seqs` is unknown. */
  readonly after?: number;
  /** Why nothing can be read. */
  readonly reason?: string;
}
