import { FuzzyDirectories } from './fuzzy-directories.js';
import { FuzzyNames } from './fuzzy-names.js';
import {
  CONSECUTIVE_BONUS,
  cutBonus,
  FIRST_CHARACTER_FACTOR,
  MATCH_POINTS,
  MAX_PLACE_BONUS,
  maxEndBonus,
  maxRunBonus,
  maxPointsInDirectories,
  maxPoints,
  NO_MATCH,
  ONE_OF_SEVERAL_TERMS,
  ONLY_TERM,
} from './fuzzy-points.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import { EMPTY_SEGMENT } from './empty-segment.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';
import type { Segment } from '../segment/segment.js';

/**
 * Scores the files of a segment against one term of a fuzzy pattern.
 * A match is split at a cut: the term's first `cut` characters match in the file's directories, the rest in its name;
 * the score is that of the best cut. So each name is scored once, for every cut, however many files have it, and each
 * directory once, however many files it holds.
 * Reuses its memory, and allocates only for larger segments. The segment must not change between two calls of
 * `begin`.
 */
export class FuzzyScorer {
  readonly #names = new FuzzyNames();
  readonly #directories = new FuzzyDirectories();
  #segment = EMPTY_SEGMENT;
  #term!: FuzzyTerm;
  // By cut: its bonus.
  #cutBonuses = new Int32Array(0);
  // By cut: an upper bound for the characters after it, the cut's bonus included.
  #maxAhead = new Int32Array(0);
  #maxWithDirectories = NO_MATCH;
  // The least cut of the files whose directories are bounded.
  #leastCut = 0;
  #weights = ONLY_TERM;

  begin(segment: Segment, term: FuzzyTerm, isOnly: boolean): void {
    this.#segment = segment;
    this.#term = term;
    const weights = (this.#weights = isOnly ? ONLY_TERM : ONE_OF_SEVERAL_TERMS);
    this.#names.begin(segment, term, weights, isOnly);
    this.#directories.begin(segment, term, weights);
    const { length, directoryLength } = term;
    this.#cutBonuses = ensureCapacity(this.#cutBonuses, length + 1);
    this.#maxAhead = ensureCapacity(this.#maxAhead, length + 1);
    for (let cut = 0; cut <= length; cut++) {
      const bonus = cutBonus(weights, cut, length, directoryLength);
      const first = cut === 0 ? (FIRST_CHARACTER_FACTOR - 1) * MAX_PLACE_BONUS : 0;
      this.#cutBonuses[cut] = bonus;
      this.#maxAhead[cut] = maxPoints(weights, length - cut) + first + bonus;
    }
    this.#leastCut = isOnly ? Math.max(1, directoryLength) : directoryLength;
    this.#maxWithDirectories = NO_MATCH;
    for (let cut = 1; cut <= length; cut++) {
      const most = maxPointsInDirectories(cut) + this.#maxAhead[cut]!;
      if (most > this.#maxWithDirectories) this.#maxWithDirectories = most;
    }
  }

  /** Releases the segment, so that it does not outlive its index. */
  end(): void {
    this.#segment = EMPTY_SEGMENT;
    this.#names.end();
    this.#directories.end();
  }

  /**
   * Visits a directory after its parent, and returns a mask of characters that the names of files below it must have:
   * those that its path does not match. `own` is the character mask of its name.
   */
  enter(directory: number, own: number): number {
    return this.#term.restMasks[this.#directories.enter(directory, own)]!;
  }

  /** An upper bound for a match that is not entirely in the name. */
  get maxWithDirectories(): number {
    return this.#maxWithDirectories;
  }

  /** Whether a name matches the whole term. */
  matchesWhole(name: number): boolean {
    return this.#names.leastCut(name) === 0;
  }

  /** The score of a name that matches the whole term. */
  scoreWhole(name: number): number {
    return this.#names.scores[this.#names.run(name)]! + this.#cutBonuses[0]!;
  }

  /** An upper bound for `scoreWhole`, by the masks of the name; without the bonus for the start of the name. */
  boundWhole(name: number): number {
    const { wordBits, pairBits, length } = this.#term;
    const { gap } = this.#weights;
    const words = this.#segment.wordMasks[name]!;
    const pairs = this.#segment.pairMasks[name]!;
    let bound = this.#cutBonuses[0]! + length * MATCH_POINTS;
    let isRun = true;
    for (let index = 0; index < length; index++) {
      const place = (words & wordBits[index]!) !== 0 ? MAX_PLACE_BONUS : 0;
      if (index === 0) bound += FIRST_CHARACTER_FACTOR * place;
      else if ((pairs & pairBits[index]!) !== 0) bound += Math.max(place, CONSECUTIVE_BONUS);
      else {
        bound += place - gap - 1;
        isRun = false;
      }
    }
    return isRun ? bound + maxRunBonus(length) : bound;
  }

  /**
   * Whether files in a directory can match: all of the term up to its last `/` must match in directories. For the
   * only term, this and the directory bounds leave out names that match the whole term.
   */
  canMatchBelow(directory: number): boolean {
    return this.#directories.reach(directory) >= this.#leastCut;
  }

  /** Whether a file of this name in this directory may match. */
  mayMatch(directory: number, name: number): boolean {
    return this.#names.leastCut(name) <= this.#directories.reach(directory);
  }

  /** An upper bound for the scores of the files in this directory. */
  boundDirectory(directory: number): number {
    const run = this.#directories.run(directory);
    const { scores } = this.#directories;
    let bound = NO_MATCH;
    for (let cut = this.#directories.reach(directory); cut >= this.#leastCut; cut--) {
      const most = scores[run + cut]! + this.#maxAhead[cut]!;
      if (most > bound) bound = most;
    }
    return bound;
  }

  /**
   * A mask of characters that the name of a file in this directory must have to score `least` or more. The more of
   * the term the path matches, the fewer characters are in the mask.
   */
  needToReach(directory: number, least: number): number {
    const run = this.#directories.run(directory);
    const { scores } = this.#directories;
    let cut = this.#directories.reach(directory);
    while (cut > this.#leastCut && scores[run + cut]! + this.#maxAhead[cut]! < least) cut--;
    return this.#term.restMasks[cut]!;
  }

  /**
   * An upper bound for the score of a file of this name in this directory, by the masks of the name. Without the
   * bonus for a name that starts with the pattern.
   */
  bound(directory: number, name: number): number {
    const { bits, wordBits, pairBits, directoryLength, length } = this.#term;
    const chars = this.#segment.nameMasks[name]!;
    const words = this.#segment.wordMasks[name]!;
    const pairs = this.#segment.pairMasks[name]!;
    const reach = this.#directories.reach(directory);
    const run = this.#directories.run(directory);
    const { scores } = this.#directories;
    let bound = reach === length ? scores[run + length]! + this.#cutBonuses[length]! : NO_MATCH;
    const { gap } = this.#weights;
    let ahead = maxEndBonus(this.#weights);
    for (let index = length - 1; index >= directoryLength; index--) {
      const bit = bits[index]!;
      if ((chars & bit) === 0) break;
      const place = (words & wordBits[index]!) !== 0 ? MAX_PLACE_BONUS : 0;
      if (index <= reach) {
        const first = index === 0 ? FIRST_CHARACTER_FACTOR * place : place;
        const most = scores[run + index]! + MATCH_POINTS + first + ahead + this.#cutBonuses[index]!;
        if (most > bound) bound = most;
      }
      const isPair = (pairs & pairBits[index]!) !== 0;
      ahead += MATCH_POINTS + (isPair ? Math.max(place, CONSECUTIVE_BONUS) : place - gap - 1);
    }
    return bound;
  }

  /** The score of a file of this name in this directory; `NO_MATCH` when it does not match. */
  score(directory: number, name: number): number {
    const reach = this.#directories.reach(directory);
    const least = this.#names.leastCut(name);
    if (least > reach) return NO_MATCH;
    const inDirectories = this.#directories.run(directory);
    const inName = this.#names.run(name);
    const directoryScores = this.#directories.scores;
    const nameScores = this.#names.scores;
    let best = NO_MATCH;
    for (let cut = least; cut <= reach; cut++) {
      const score =
        directoryScores[inDirectories + cut]! + nameScores[inName + cut]! + this.#cutBonuses[cut]!;
      if (score > best) best = score;
    }
    return best;
  }
}
