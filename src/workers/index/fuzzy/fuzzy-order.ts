import { IN_ORDER_BONUS } from './fuzzy-points.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import { type RankRange, ranksWithPrefix } from '../../names/rank-range.js';
import { EMPTY_SEGMENT } from './empty-segment.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';
import type { Segment } from '../segment/segment.js';

/**
 * The bonus for paths in the order of the terms: each term starts a segment of the path, in the terms' order, and the
 * last one starts the name.
 */
export class FuzzyOrder {
  #segment = EMPTY_SEGMENT;
  // By term: the names that start with it. Empty when no path can have all terms in order.
  #ranges: readonly RankRange[] = [];
  // By directory: how many of the terms its path matches in order, plus 1; 0 before it is computed.
  #taken = new Uint16Array(0);
  #unknown: number[] = [];

  begin(segment: Segment, terms: readonly FuzzyTerm[]): void {
    const canBe = terms.length > 1 && terms.every((term) => term.isAscii && term.directoryLength === 0);
    this.#segment = segment;
    this.#ranges = canBe
      ? terms.map(({ points }) => ranksWithPrefix(segment.names, Uint8Array.from(points)))
      : [];
    if (!canBe) return;
    const count = segment.directoryNames.length;
    this.#taken = ensureCapacity(this.#taken, count);
    this.#taken.fill(0, 0, count);
    this.#taken[0] = 1;
  }

  /** Releases the segment. */
  end(): void {
    this.#segment = EMPTY_SEGMENT;
  }

  /** The highest bonus of any file in this directory. */
  maxBonus(directory: number): number {
    return this.#ranges.length > 0 && this.#takenBy(directory) === this.#ranges.length - 1
      ? IN_ORDER_BONUS
      : 0;
  }

  /** The bonus of a file of this name in this directory. */
  bonus(directory: number, name: number): number {
    const last = this.#ranges.at(-1);
    return last !== undefined && name >= last.from && name < last.to ? this.maxBonus(directory) : 0;
  }

  /** How many of the terms, without the last, the path of a directory matches in order, its own name included. */
  #takenBy(directory: number): number {
    const { directoryNames, directoryParents } = this.#segment;
    const taken = this.#taken;
    for (let at = directory; taken[at] === 0; at = directoryParents[at]!) this.#unknown.push(at);
    for (let at = this.#unknown.pop(); at !== undefined; at = this.#unknown.pop()) {
      const above = taken[directoryParents[at]!]!;
      const next = above < this.#ranges.length ? this.#ranges[above - 1]! : undefined;
      const name = directoryNames[at]!;
      taken[at] = next !== undefined && name >= next.from && name < next.to ? above + 1 : above;
    }
    return taken[directory]! - 1;
  }
}
