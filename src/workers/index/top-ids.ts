/**
 * The best `size` ids of all pushed: those of the highest scores, and of equal ones the lowest ids. A heap with the
 * worst on top that allocates nothing once it is made.
 */
export class TopIds {
  readonly #size: number;
  readonly #least: number;
  readonly #scores: Float64Array;
  readonly #ids: Float64Array;
  #count = 0;

  /** `least`: what a score must reach to count, however few there are. */
  constructor(size: number, least = -Infinity) {
    this.#size = size;
    this.#least = least;
    this.#scores = new Float64Array(size);
    this.#ids = new Float64Array(size);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    return this.#count === this.#size;
  }

  /** What a score must reach to count; below every score while there is room, but for the least one. */
  get worst(): number {
    return this.#count < this.#size ? this.#least : this.#scores[0]!;
  }

  push(score: number, id: number): void {
    if (score < this.#least) return;
    if (this.#count < this.#size) this.#rise(this.#count++, score, id);
    else if (this.#size > 0 && isBetter(score, id, this.#scores[0]!, this.#ids[0]!)) this.#sink(score, id);
  }

  /** Best first. */
  sorted(): { id: number; score: number }[] {
    const all = Array.from({ length: this.#count }, (_, at) => ({
      id: this.#ids[at]!,
      score: this.#scores[at]!,
    }));
    return all.sort((a, b) => b.score - a.score || a.id - b.id);
  }

  #rise(from: number, score: number, id: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBetter(this.#scores[parent]!, this.#ids[parent]!, score, id)) break;
      this.#scores[at] = this.#scores[parent]!;
      this.#ids[at] = this.#ids[parent]!;
      at = parent;
    }
    this.#scores[at] = score;
    this.#ids[at] = id;
  }

  #sink(score: number, id: number): void {
    const scores = this.#scores;
    const ids = this.#ids;
    let at = 0;
    for (;;) {
      let worse = 2 * at + 1;
      if (worse >= this.#count) break;
      const right = worse + 1;
      if (right < this.#count && isBetter(scores[worse]!, ids[worse]!, scores[right]!, ids[right]!))
        worse = right;
      if (!isBetter(score, id, scores[worse]!, ids[worse]!)) break;
      scores[at] = scores[worse]!;
      ids[at] = ids[worse]!;
      at = worse;
    }
    scores[at] = score;
    ids[at] = id;
  }
}

function isBetter(score: number, id: number, otherScore: number, otherId: number): boolean {
  return score > otherScore || (score === otherScore && id < otherId);
}
