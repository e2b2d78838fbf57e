import type { SearchHit } from '../../../actors/protocol/workspace.js';
import type { IndexData } from '../store/index-data.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import type { Range } from '../fuzzy/match-ranges.js';

/** A hit in one root, which the caller knows. Scores are comparable across roots. */
export type IndexHit = Omit<SearchHit, 'root'>;

/** Entries found by one way of matching, best first. */
export interface FoundEntries {
  readonly entries: readonly { readonly id: number; readonly score: number }[];
  readonly hasMore: boolean;
  readonly rangesOf: (path: string) => readonly Range[];
}

/** Collects the hits of a search in one root without duplicates. Better ways of matching must be added first. */
export class FoundHits {
  readonly hits: IndexHit[] = [];
  readonly #data: IndexData;
  readonly #limit: number;
  #hasMore = false;

  constructor(data: IndexData, limit: number) {
    this.#data = data;
    // Never allocates more than the number of entries.
    this.#limit = Math.min(limit, data.fileCount + data.directoryCount);
  }

  /** How many more hits fit. */
  get room(): number {
    return this.#limit - this.hits.length;
  }

  get isEmpty(): boolean {
    return this.hits.length === 0;
  }

  /** Whether there are, or may be, more hits than fit. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The ids of the hits, valid until the index changes. */
  get ids(): Set<number> {
    return new Set(this.hits.map(({ path }) => this.#data.find(path)));
  }

  /** Adds entries that are not hits yet, by their current ids. Returns whether there were any. */
  add({ entries, hasMore, rangesOf }: FoundEntries): boolean {
    for (const { id, score } of entries) {
      const kind = this.#data.kindOf(id);
      const path = this.#data.pathOf(id);
      this.hits.push({
        path,
        isDir: (kind & EntryKindBit.directory) !== 0,
        isSymlink: (kind & EntryKindBit.symlink) !== 0,
        isCore: (kind & EntryKindBit.core) !== 0,
        mtimeMs: this.#data.mtimeOf(id),
        score,
        ranges: rangesOf(path),
      });
    }
    this.#hasMore ||= hasMore;
    return entries.length > 0;
  }
}
