import { TopK } from './top-k.js';

interface ScoredId {
  readonly id: number;
  readonly score: number;
}

/** Keeps the `size` best of all ids pushed: those with the highest scores, and among equal scores the lowest ids. */
export class TopIds {
  readonly #top: TopK<ScoredId>;
  // A field, because searches compare each entry with it.
  #worst: number;

  /** `minScore`: the lowest score that is accepted, even while there is room. */
  constructor(size: number, minScore = -Infinity) {
    this.#top = new TopK(size, compareScored);
    this.#worst = minScore;
  }

  get isEmpty(): boolean {
    return this.#top.count === 0;
  }

  get isFull(): boolean {
    return this.#top.isFull;
  }

  /** The lowest score that is accepted now: that of the worst id kept, or `minScore` while there is room. */
  get worst(): number {
    return this.#worst;
  }

  push(score: number, id: number): void {
    if (score < this.#worst) return;
    this.#top.push({ id, score });
    const { worst } = this.#top;
    if (worst !== undefined) this.#worst = worst.score;
  }

  /** Best first. */
  sorted(): ScoredId[] {
    return this.#top.sorted();
  }
}

function compareScored(a: ScoredId, b: ScoredId): number {
  return b.score - a.score || a.id - b.id;
}
