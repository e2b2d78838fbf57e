import type { GrepBatch } from '../../actors/protocol/workspace.js';
import type { GrepSearch } from './run-grep.js';

/** Searches contents. Engines differ in speed, never in what they find. */
export interface GrepEngine {
  /** See `runGrep`. */
  grep(search: GrepSearch): AsyncIterable<GrepBatch>;
}
