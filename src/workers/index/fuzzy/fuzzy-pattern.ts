import { directoryLengths } from '../segment/directory-lengths.js';
import { FuzzyOrder } from './fuzzy-order.js';
import { NO_MATCH, TYPED_CASE_BONUS } from './fuzzy-points.js';
import { FuzzyScorer } from './fuzzy-scorer.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import { byteLength } from '../../names/code-points.js';
import { EMPTY_SEGMENT } from './empty-segment.js';
import type { Segment } from '../segment/segment.js';

// Scores are whole numbers, so a cost below one point decides only among equals. A byte of the name costs as much as
// four of the directories. No path that a system call accepts is long enough to cost a whole point.
const LENGTH_COST = 1 / 16_384;
const NAME_WEIGHT = 4;
// Few patterns have more words, and each scorer may hold megabytes.
const MAX_KEPT_SCORERS = 2;

/**
 * Scores the files of a segment against all terms of a pattern: the terms' scores, plus the bonuses for their order
 * and for the case of the name, minus a cost for the length of the path. Reuses its memory from search to search.
 */
export class FuzzyPattern {
  readonly #scorers: FuzzyScorer[] = [];
  readonly #order = new FuzzyOrder();
  #terms: readonly FuzzyTerm[] = [];
  #segment: Segment = EMPTY_SEGMENT;
  #directoryLengths: Uint16Array = new Uint16Array(0);
  // The highest bonus that the remaining names can get for matching the typed case.
  #maxCaseBonus = 0;

  /** Starts on a segment. */
  begin(segment: Segment, terms: readonly FuzzyTerm[]): void {
    this.#terms = terms;
    this.#segment = segment;
    this.#directoryLengths = directoryLengths(segment);
    this.#maxCaseBonus = TYPED_CASE_BONUS * terms.filter(({ typed }) => typed.length > 0).length;
    this.#order.begin(segment, terms);
    while (this.#scorers.length < terms.length) this.#scorers.push(new FuzzyScorer());
    for (const [index, term] of terms.entries()) {
      this.#scorers[index]!.begin(segment, term, terms.length === 1);
    }
  }

  /** Releases the segment, so that it does not outlive its index. */
  end(): void {
    this.#segment = EMPTY_SEGMENT;
    this.#order.end();
    for (const scorer of this.#scorers) scorer.end();
    if (this.#scorers.length > MAX_KEPT_SCORERS) this.#scorers.length = MAX_KEPT_SCORERS;
  }

  /** The scorer of a pattern's only term. */
  get only(): FuzzyScorer {
    return this.#scorers[0]!;
  }

  /** The highest bonus that the remaining names can get for matching the typed case. */
  get maxCaseBonus(): number {
    return this.#maxCaseBonus;
  }

  /** Tells the scorer that no remaining name has all the letters, so none can get the bonus for their case. */
  forgetCase(): void {
    this.#maxCaseBonus = 0;
  }

  /** A mask of characters that every file's name must have, before anything is known about its directories. */
  get need(): number {
    return this.#terms.reduce((need, term) => need | term.restMasks[0]!, 0);
  }

  /** A mask of characters that the names of files below a directory must have. The parent must have been entered. */
  enter(directory: number, own: number): number {
    let need = 0;
    for (let index = 0; index < this.#terms.length; index++)
      need |= this.#scorers[index]!.enter(directory, own);
    return need;
  }

  /** Whether files in a directory can match: for each term, all up to its last `/` must match in directories. */
  canMatchBelow(directory: number): boolean {
    for (let index = 0; index < this.#terms.length; index++) {
      if (!this.#scorers[index]!.canMatchBelow(directory)) return false;
    }
    return true;
  }

  /** Whether a file of this name in this directory may match. */
  mayMatch(directory: number, name: number): boolean {
    for (let index = 0; index < this.#terms.length; index++) {
      if (!this.#scorers[index]!.mayMatch(directory, name)) return false;
    }
    return true;
  }

  /** An upper bound for the scores of the files in this directory. */
  boundDirectory(directory: number): number {
    let bound = this.#maxCaseBonus + this.#order.maxBonus(directory);
    bound -= this.#directoryLengths[directory]! * LENGTH_COST;
    for (let index = 0; index < this.#terms.length; index++) {
      bound += this.#scorers[index]!.boundDirectory(directory);
    }
    return bound;
  }

  /** A mask of characters that the name of a file in this directory must have to score `least` or more. */
  needToReach(directory: number, least: number): number {
    const spare = this.boundDirectory(directory) - least;
    let need = 0;
    for (let index = 0; index < this.#terms.length; index++) {
      const scorer = this.#scorers[index]!;
      need |= scorer.needToReach(directory, scorer.boundDirectory(directory) - spare);
    }
    return need;
  }

  /** An upper bound for the score of a file of this name in this directory, as by `FuzzyScorer.bound`. */
  bound(directory: number, name: number): number {
    let bound = this.maxExtra(directory, name);
    for (let index = 0; index < this.#terms.length; index++)
      bound += this.#scorers[index]!.bound(directory, name);
    return bound;
  }

  /** The sum of the terms' scores for a file of this name in this directory; `NO_MATCH` when it does not match. */
  points(directory: number, name: number): number {
    let points = 0;
    for (let index = 0; index < this.#terms.length; index++) {
      const part = this.#scorers[index]!.score(directory, name);
      if (part === NO_MATCH) return NO_MATCH;
      points += part;
    }
    return points;
  }

  /** A file's bonuses for the order of the terms and the case of its name, minus the cost of its path's length. */
  extra(directory: number, name: number): number {
    let extra = this.#order.bonus(directory, name) - this.#lengthCost(directory, name);
    if (this.#maxCaseBonus === 0) return extra;
    for (const term of this.#terms) if (term.hasTyped(this.#segment.names, name)) extra += TYPED_CASE_BONUS;
    return extra;
  }

  /** An upper bound for `extra`. */
  maxExtra(directory: number, name: number): number {
    return this.#maxCaseBonus + this.#order.bonus(directory, name) - this.#lengthCost(directory, name);
  }

  #lengthCost(directory: number, name: number): number {
    const length = this.#directoryLengths[directory]! + NAME_WEIGHT * byteLength(this.#segment.names, name);
    return length * LENGTH_COST;
  }
}
