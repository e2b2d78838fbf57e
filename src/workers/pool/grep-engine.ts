import type { GrepBatch } from '../../actors/protocol/workspace.js';
import type { GrepSearch } from './run-grep.js';

/** Searches contents. All engines find the same matches and differ only in speed. */
export interface GrepEngine {
  /** Searches files, and yields matches as they are found. The contract is that of `runGrep`. */
  grep(search: GrepSearch): AsyncIterable<GrepBatch>;
}
