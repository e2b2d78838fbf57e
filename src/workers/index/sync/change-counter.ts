import type { IndexData } from '../store/index-data.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

/** How many entries came and went. */
export interface ChangeCount {
  readonly added: number;
  readonly removed: number;
}

/** Counts what comes into an index, and what goes, while others change it as well. */
export class ChangeTally {
  readonly #data: IndexData;
  #added = 0;
  #removed = 0;

  constructor(data: IndexData) {
    this.#data = data;
  }

  /** All that was counted so far. */
  get count(): ChangeCount {
    return { added: this.#added, removed: this.#removed };
  }

  /** Counts what some work does, and not what others do when it takes a breath. */
  *of<T>(work: Cooperative<T>): Cooperative<T> {
    for (;;) {
      const before = totalOf(this.#data);
      const step = work.next();
      const { added, removed } = difference(totalOf(this.#data), before);
      this.#added += added;
      this.#removed += removed;
      if (step.done === true) return step.value;
      yield;
    }
  }
}

/** All that ever came into an index and went from it, but for a constant. */
export function totalOf({ fileCount, directoryCount, removedCount }: IndexData): ChangeCount {
  return { added: fileCount + directoryCount + removedCount, removed: removedCount };
}

export function difference(after: ChangeCount, before: ChangeCount): ChangeCount {
  return { added: after.added - before.added, removed: after.removed - before.removed };
}
