import type { DirectoryLengths } from '../segment/directory-lengths.js';
import { FuzzyOrder } from './fuzzy-order.js';
import { NO_MATCH, VERY_CASE } from './fuzzy-points.js';
import { FuzzyScorer } from './fuzzy-scorer.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import { byteLength } from '../../names/code-points.js';
import { NO_SEGMENT } from './empty-segment.js';
import type { Segment } from '../segment/segment.js';

// Scores are whole: what is less than one point decides among equals. A byte of the name counts as four of its
// directories. No path that a system call takes is so long that this makes a point.
const LENGTH_COST = 1 / 16_384;
const NAME_WEIGHT = 4;
// Few patterns have more words; each scorer may hold megabytes.
const MAX_KEPT_SCORERS = 2;

/**
 * Scores the files of a segment against all terms of a pattern: what each term is worth, what their order adds, what
 * the case of the name adds, and less what the length of the path costs. Used again and again, it keeps its memory.
 */
export class FuzzyPattern {
  readonly #lengths: DirectoryLengths;
  readonly #scorers: FuzzyScorer[] = [];
  readonly #order = new FuzzyOrder();
  #terms: readonly FuzzyTerm[] = [];
  #segment: Segment = NO_SEGMENT;
  // By directory: how long its path is.
  #directoryLengths: Uint16Array = new Uint16Array(0);
  // What the names that are left can gain by having the very case that was typed.
  #mostForCase = 0;

  constructor(lengths: DirectoryLengths) {
    this.#lengths = lengths;
  }

  /** Turns to a segment. */
  begin(segment: Segment, terms: readonly FuzzyTerm[]): void {
    this.#terms = terms;
    this.#segment = segment;
    this.#directoryLengths = this.#lengths.of(segment);
    this.#mostForCase = VERY_CASE * terms.filter(({ typed }) => typed.length > 0).length;
    this.#order.begin(segment, terms);
    while (this.#scorers.length < terms.length) this.#scorers.push(new FuzzyScorer());
    for (const [index, term] of terms.entries()) {
      this.#scorers[index]!.begin(segment, term, terms.length === 1);
    }
  }

  /** Lets the segment go, so that it does not outlive its index. */
  end(): void {
    this.#segment = NO_SEGMENT;
    this.#order.end();
    for (const scorer of this.#scorers) scorer.end();
    if (this.#scorers.length > MAX_KEPT_SCORERS) this.#scorers.length = MAX_KEPT_SCORERS;
  }

  /** The scorer of the only term. */
  get only(): FuzzyScorer {
    return this.#scorers[0]!;
  }

  /** What the names that are left can gain by having the very case that was typed. */
  get mostForCase(): number {
    return this.#mostForCase;
  }

  /** Says that no name that is left has all of the letters, so that none of them can gain by their case. */
  forgetCase(): void {
    this.#mostForCase = 0;
  }

  /** What the names of all files must have, as a mask, before anything is known of their directories. */
  get need(): number {
    return this.#terms.reduce((need, term) => need | term.restMasks[0]!, 0);
  }

  /** What the names of files below a directory must have, as a mask. Its parent comes first; see `FuzzyScorer.enter`. */
  enter(directory: number, own: number): number {
    let need = 0;
    for (let index = 0; index < this.#terms.length; index++)
      need |= this.#scorers[index]!.enter(directory, own);
    return need;
  }

  /** See `FuzzyScorer.isEnough`. */
  isEnough(directory: number): boolean {
    for (let index = 0; index < this.#terms.length; index++) {
      if (!this.#scorers[index]!.isEnough(directory)) return false;
    }
    return true;
  }

  /** Whether a file of this name in this directory matches. */
  isPossible(directory: number, name: number): boolean {
    for (let index = 0; index < this.#terms.length; index++) {
      if (!this.#scorers[index]!.isPossible(directory, name)) return false;
    }
    return true;
  }

  /** What a file in this directory scores at most. */
  boundDirectory(directory: number): number {
    let bound = this.#mostForCase + this.#order.most(directory);
    bound -= this.#directoryLengths[directory]! * LENGTH_COST;
    for (let index = 0; index < this.#terms.length; index++) {
      bound += this.#scorers[index]!.boundDirectory(directory);
    }
    return bound;
  }

  /** What the names of files in a directory must have, as a mask, to score `least` or more. */
  needToReach(directory: number, least: number): number {
    const spare = this.boundDirectory(directory) - least;
    let need = 0;
    for (let index = 0; index < this.#terms.length; index++) {
      const scorer = this.#scorers[index]!;
      need |= scorer.needToReach(directory, scorer.boundDirectory(directory) - spare);
    }
    return need;
  }

  /** What a file of this name in this directory scores at most; see `FuzzyScorer.bound`. */
  bound(directory: number, name: number): number {
    let bound = this.mostExtra(directory, name);
    for (let index = 0; index < this.#terms.length; index++)
      bound += this.#scorers[index]!.bound(directory, name);
    return bound;
  }

  /** What the terms are worth in a file of this name in this directory; `NO_MATCH` when it does not match. */
  points(directory: number, name: number): number {
    let points = 0;
    for (let index = 0; index < this.#terms.length; index++) {
      const part = this.#scorers[index]!.score(directory, name);
      if (part === NO_MATCH) return NO_MATCH;
      points += part;
    }
    return points;
  }

  /** What a file gains by the order of the terms and the case of its name, less what its length costs. */
  extra(directory: number, name: number): number {
    let extra = this.#order.bonus(directory, name) - this.#lengthCost(directory, name);
    if (this.#mostForCase === 0) return extra;
    for (const term of this.#terms) if (term.hasTyped(this.#segment.names, name)) extra += VERY_CASE;
    return extra;
  }

  /** The most that `extra` can be. */
  mostExtra(directory: number, name: number): number {
    return this.#mostForCase + this.#order.bonus(directory, name) - this.#lengthCost(directory, name);
  }

  #lengthCost(directory: number, name: number): number {
    const length = this.#directoryLengths[directory]! + NAME_WEIGHT * byteLength(this.#segment.names, name);
    return length * LENGTH_COST;
  }
}
