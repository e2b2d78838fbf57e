import { FuzzyDirectories } from './fuzzy-directories.js';
import { FuzzyNames } from './fuzzy-names.js';
import {
  CONSECUTIVE,
  cutBonus,
  FIRST_FACTOR,
  MATCH,
  MOST_PLACE,
  mostAtEnd,
  mostForRun,
  mostInDirectories,
  mostPoints,
  NO_MATCH,
  ONE_OF_SEVERAL,
  ONLY_TERM,
} from './fuzzy-points.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import { NO_SEGMENT } from './empty-segment.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';
import type { Segment } from '../segment/segment.js';

/**
 * Scores the files of a segment against one term of a fuzzy pattern.
 *
 * A match is cut in two: the term's first `cut` characters lie in the file's directories, the rest in its name. The
 * score is that of the best cut. So a name is scored once, for every cut, however many files bear it, and a directory
 * once, however many files it holds.
 *
 * Used again and again, it allocates only for larger segments. Between two `begin` the segment is read as it was.
 */
export class FuzzyScorer {
  readonly #names = new FuzzyNames();
  readonly #directories = new FuzzyDirectories();
  #segment = NO_SEGMENT;
  #term!: FuzzyTerm;
  // By cut: what it adds.
  #cutBonuses = new Int32Array(0);
  // By cut: what the characters behind it are worth at most, the bonus for the cut included.
  #mostAhead = new Int32Array(0);
  #mostWithDirectories = NO_MATCH;
  // Of the files whose directories are bounded.
  #leastCut = 0;
  #weights = ONLY_TERM;

  begin(segment: Segment, term: FuzzyTerm, isOnly: boolean): void {
    this.#segment = segment;
    this.#term = term;
    const weights = (this.#weights = isOnly ? ONLY_TERM : ONE_OF_SEVERAL);
    this.#names.begin(segment, term, weights, isOnly);
    this.#directories.begin(segment, term, weights);
    const { length, directoryLength } = term;
    this.#cutBonuses = ensureCapacity(this.#cutBonuses, length + 1);
    this.#mostAhead = ensureCapacity(this.#mostAhead, length + 1);
    for (let cut = 0; cut <= length; cut++) {
      const bonus = cutBonus(weights, cut, length, directoryLength);
      const first = cut === 0 ? (FIRST_FACTOR - 1) * MOST_PLACE : 0;
      this.#cutBonuses[cut] = bonus;
      this.#mostAhead[cut] = mostPoints(weights, length - cut) + first + bonus;
    }
    this.#leastCut = isOnly ? Math.max(1, directoryLength) : directoryLength;
    this.#mostWithDirectories = NO_MATCH;
    for (let cut = 1; cut <= length; cut++) {
      const most = mostInDirectories(cut) + this.#mostAhead[cut]!;
      if (most > this.#mostWithDirectories) this.#mostWithDirectories = most;
    }
  }

  /** Lets the segment go, so that it does not outlive its index. */
  end(): void {
    this.#segment = NO_SEGMENT;
    this.#names.end();
    this.#directories.end();
  }

  /**
   * Looks at a directory after its parent, and returns what the names of files below it must have, as a mask: what its
   * path does not match already. `own` is the character mask of its name.
   */
  enter(directory: number, own: number): number {
    return this.#term.restMasks[this.#directories.enter(directory, own)]!;
  }

  /** What a match that is not all in a name is worth at most. */
  get mostWithDirectories(): number {
    return this.#mostWithDirectories;
  }

  /** Whether a name has all of the term. */
  isWhole(name: number): boolean {
    return this.#names.leastCut(name) === 0;
  }

  /** What all of the term is worth in a name that has it. */
  scoreWhole(name: number): number {
    return this.#names.scores[this.#names.run(name)]! + this.#cutBonuses[0]!;
  }

  /** What `scoreWhole` is at most, judged by the masks of the name; but for what it gains by starting with the pattern. */
  boundWhole(name: number): number {
    const { wordBits, pairBits, length } = this.#term;
    const { gap } = this.#weights;
    const words = this.#segment.wordMasks[name]!;
    const pairs = this.#segment.pairMasks[name]!;
    let bound = this.#cutBonuses[0]! + length * MATCH;
    let isRun = true;
    for (let index = 0; index < length; index++) {
      const place = (words & wordBits[index]!) !== 0 ? MOST_PLACE : 0;
      if (index === 0) bound += FIRST_FACTOR * place;
      else if ((pairs & pairBits[index]!) !== 0) bound += Math.max(place, CONSECUTIVE);
      else {
        bound += place - gap - 1;
        isRun = false;
      }
    }
    return isRun ? bound + mostForRun(length) : bound;
  }

  /**
   * Whether files in a directory can match: all up to the term's last `/` must lie in directories. Names that have all
   * of the only term are not meant, here and where directories are bounded.
   */
  isEnough(directory: number): boolean {
    return this.#directories.reach(directory) >= this.#leastCut;
  }

  /** Whether a file of this name in this directory matches. */
  isPossible(directory: number, name: number): boolean {
    return this.#names.leastCut(name) <= this.#directories.reach(directory);
  }

  /** What a file in this directory scores at most. */
  boundDirectory(directory: number): number {
    const run = this.#directories.run(directory);
    const { scores } = this.#directories;
    let bound = NO_MATCH;
    for (let cut = this.#directories.reach(directory); cut >= this.#leastCut; cut--) {
      const most = scores[run + cut]! + this.#mostAhead[cut]!;
      if (most > bound) bound = most;
    }
    return bound;
  }

  /**
   * What the names of files in this directory must have, as a mask, to score `least` or more: the more of the term
   * its path matches well, the less.
   */
  needToReach(directory: number, least: number): number {
    const run = this.#directories.run(directory);
    const { scores } = this.#directories;
    let cut = this.#directories.reach(directory);
    while (cut > this.#leastCut && scores[run + cut]! + this.#mostAhead[cut]! < least) cut--;
    return this.#term.restMasks[cut]!;
  }

  /**
   * What a file of this name in this directory scores at most, judged by the masks of the name. What a name gains by starting with the pattern is not in it.
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
    let ahead = mostAtEnd(this.#weights);
    for (let index = length - 1; index >= directoryLength; index--) {
      const bit = bits[index]!;
      if ((chars & bit) === 0) break;
      const place = (words & wordBits[index]!) !== 0 ? MOST_PLACE : 0;
      if (index <= reach) {
        const first = index === 0 ? FIRST_FACTOR * place : place;
        const most = scores[run + index]! + MATCH + first + ahead + this.#cutBonuses[index]!;
        if (most > bound) bound = most;
      }
      const isPair = (pairs & pairBits[index]!) !== 0;
      ahead += MATCH + (isPair ? Math.max(place, CONSECUTIVE) : place - gap - 1);
    }
    return bound;
  }

  /** The score of a file of this name in this directory; `NO_MATCH` when its path does not match. */
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
