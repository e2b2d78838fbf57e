import type { RelPath, UnfinishedFile } from '../../actors/protocol/workspace.js';
import type { LineMatch } from './grep.js';

/** Where a job stopped, so that another can continue. */
export interface GrepPosition {
  /** Number of the chunk of paths. */
  readonly chunk: number;
  /** Index of the path in that chunk. */
  readonly file: number;
  /** Number of matches of that file sent already. */
  readonly sent: number;
}

/** Matches of one file, in order; later batches may bring more of them. */
export interface FileMatches {
  readonly path: RelPath;
  readonly matches: readonly LineMatch[];
}

/** A message of a running job. The last is `end`, with `null` when the search was stopped. */
export type GrepMessage =
  | { readonly files: readonly FileMatches[] }
  | { readonly unfinished: Omit<UnfinishedFile, 'root'> }
  | { readonly end: GrepPosition | null };
