import { TopK } from './top-k.js';

interface ScoredId {
  readonly id: number;
  readonly score: number;
}

/** The best `size` ids of all pushed: those of the highest scores, and of equal ones the lowest ids. */
export class TopIds {
  readonly #top: TopK<ScoredId>;
  readonly #least: number;

  /** `least`: what a score must reach to count, however few there are. */
  constructor(size: number, least = -Infinity) {
    this.#top = new TopK(size, compareScored);
    this.#least = least;
  }

  get isEmpty(): boolean {
    return this.#top.count === 0;
  }

  get isFull(): boolean {
    return this.#top.isFull;
  }

  /** What a score must reach to count; below every score while there is room, but for the least one. */
  get worst(): number {
    return this.#top.worst?.score ?? this.#least;
  }

  push(score: number, id: number): void {
    if (score >= this.worst) this.#top.push({ id, score });
  }

  /** Best first. */
  sorted(): ScoredId[] {
    return this.#top.sorted();
  }
}

function compareScored(a: ScoredId, b: ScoredId): number {
  return b.score - a.score || a.id - b.id;
}
