import type { SearchHit } from '../../../actors/protocol/workspace.js';
import type { IndexData } from '../store/index-data.js';
import { flatEntry } from '../store/flat-entry.js';
import type { Range } from '../fuzzy/match-ranges.js';

/** A hit in one root: which root, the caller knows. Scores compare across roots. */
export type IndexHit = Omit<SearchHit, 'root'>;

/** Entries found one way, best first. */
export interface Found {
  readonly entries: readonly { readonly id: number; readonly score: number }[];
  readonly hasMore: boolean;
  readonly rangesOf: (path: string) => readonly Range[];
}

/** What a search of one root has found so far: the better ways to match come first, and nothing is there twice. */
export class FoundHits {
  readonly hits: IndexHit[] = [];
  readonly #data: IndexData;
  readonly #limit: number;
  #hasMore = false;

  constructor(data: IndexData, limit: number) {
    this.#data = data;
    // So that nothing larger is made than what can be found.
    this.#limit = Math.min(limit, data.fileCount + data.directoryCount);
  }

  /** How many more hits there is room for. */
  get room(): number {
    return this.#limit - this.hits.length;
  }

  get isEmpty(): boolean {
    return this.hits.length === 0;
  }

  /** Whether there are more than there is room for, or may be. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The ids of the hits, as long as nothing changes. */
  get ids(): Set<number> {
    return new Set(this.hits.map(({ path }) => this.#data.find(path)));
  }

  /** Adds entries that are no hits yet. Their ids are those of now. Returns whether there were any. */
  add({ entries, hasMore, rangesOf }: Found): boolean {
    for (const { id, score } of entries) {
      const { path, isDir, isSymlink, isCore, mtimeMs } = flatEntry(this.#data, id);
      // Written out: copying an object as it is takes longer than making it.
      this.hits.push({ path, isDir, isSymlink, isCore, mtimeMs, score, ranges: rangesOf(path) });
    }
    this.#hasMore ||= hasMore;
    return entries.length > 0;
  }
}
