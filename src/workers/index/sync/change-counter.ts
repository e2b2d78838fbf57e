import type { IndexData } from '../store/index-data.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

/** How many entries were added and removed. */
export interface ChangeCount {
  readonly added: number;
  readonly removed: number;
}

/** Counts the entries that some work adds and removes while other work changes the index, too. */
export class ChangeCounter {
  readonly #data: IndexData;
  #added = 0;
  #removed = 0;

  constructor(data: IndexData) {
    this.#data = data;
  }

  /** The total so far. */
  get count(): ChangeCount {
    return { added: this.#added, removed: this.#removed };
  }

  /** Counts the changes between the yields of `work`, but not those of others during a yield. */
  *of<T>(work: Cooperative<T>): Cooperative<T> {
    for (;;) {
      const before = countAllChanges(this.#data);
      const step = work.next();
      const { added, removed } = subtractCounts(countAllChanges(this.#data), before);
      this.#added += added;
      this.#removed += removed;
      if (step.done === true) return step.value;
      yield;
    }
  }
}

/** The entries ever added and removed, up to a constant. */
export function countAllChanges({ fileCount, directoryCount, removedCount }: IndexData): ChangeCount {
  return { added: fileCount + directoryCount + removedCount, removed: removedCount };
}

export function subtractCounts(after: ChangeCount, before: ChangeCount): ChangeCount {
  return { added: after.added - before.added, removed: after.removed - before.removed };
}
