import type { RelPath, UnfinishedFile } from '../../actors/protocol/workspace.js';
import type { LineMatch } from './grep.js';

/** Where a job stopped, so that another can go on. */
export interface GrepPosition {
  /** The chunk of paths. */
  readonly chunk: number;
  /** The path in that chunk. */
  readonly file: number;
  /** Matches of that file which were sent already. */
  readonly sent: number;
}

/** Matches of one file, in order; later batches may bring more of them. */
export interface FileMatches {
  readonly path: RelPath;
  readonly matches: readonly LineMatch[];
}

/** What a job says while it runs; the last message is its end, with `null` when the search was stopped. */
export type GrepMessage =
  | { readonly files: readonly FileMatches[] }
  | { readonly unfinished: Omit<UnfinishedFile, 'root'> }
  | { readonly end: GrepPosition | null };
