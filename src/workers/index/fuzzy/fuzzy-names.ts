import { foldPoint } from '../../names/fold.js';
import { FOLDED_BYTES } from '../../names/folded-bytes.js';
import {
  CONSECUTIVE_BONUS,
  endBonus,
  FIRST_CHARACTER_FACTOR,
  type FuzzyWeights,
  MATCH_POINTS,
  maxEndBonus,
  maxRunBonus,
  NO_MATCH,
  nameStartBonus,
  ONLY_TERM,
  placeBonus,
} from './fuzzy-points.js';
import { type FuzzyTerm, END_OF_CHAIN } from './fuzzy-term.js';
import { byteLength, readPoints } from '../../names/code-points.js';
import { EMPTY_SEGMENT } from './empty-segment.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';
import type { Segment } from '../segment/segment.js';

/** Scores the names of a segment against suffixes of a term: each name once, however many files have it. */
export class FuzzyNames {
  /** `scores[run(name) + cut]` is the score of the term from index `cut` on. */
  scores = new Int32Array(0);
  #segment = EMPTY_SEGMENT;
  #term!: FuzzyTerm;
  #weights = ONLY_TERM;
  #isOnly = false;
  #end = 0;
  // By rank: the least cut plus 1; 0 before it is computed.
  #leastCuts = new Uint16Array(0);
  #runs = new Uint32Array(0);
  #points = new Uint32Array(0);
  // By index in the term: where in the current name it matched last, with which score, and the best score from there
  // on minus its distance from the start of the name.
  #lastAt = new Int32Array(0);
  #lastScores = new Int32Array(0);
  #bestAhead = new Int32Array(0);

  /** Starts on a segment and a term. `isOnly` says that the term is the whole pattern. */
  begin(segment: Segment, term: FuzzyTerm, weights: FuzzyWeights, isOnly: boolean): void {
    const count = segment.nameMasks.length;
    this.#segment = segment;
    this.#term = term;
    this.#weights = weights;
    this.#isOnly = isOnly;
    this.#leastCuts = ensureCapacity(this.#leastCuts, count);
    this.#leastCuts.fill(0, 0, count);
    this.#runs = ensureCapacity(this.#runs, count);
    this.#lastAt = ensureCapacity(this.#lastAt, term.length);
    this.#lastScores = ensureCapacity(this.#lastScores, term.length);
    this.#bestAhead = ensureCapacity(this.#bestAhead, term.length);
    // A run starts `leastCut` before its first score, and 0 means that there is none.
    this.#end = term.length + 1;
  }

  /** Releases the segment. */
  end(): void {
    this.#segment = EMPTY_SEGMENT;
  }

  /** How many of the term's first characters, at least, must match in directories as the name cannot match them. */
  leastCut(name: number): number {
    const known = this.#leastCuts[name]!;
    if (known !== 0) return known - 1;
    const least = this.#findLeastCut(name);
    this.#leastCuts[name] = least + 1;
    this.#runs[name] = 0;
    return least;
  }

  /** Where in `scores` a name's scores start, for cuts from `leastCut` on. */
  run(name: number): number {
    const least = this.leastCut(name);
    const known = this.#runs[name]!;
    return known === 0 ? this.#score(name, least) : known;
  }

  #findLeastCut(name: number): number {
    const { points, directoryLength, length, isAscii } = this.#term;
    const { bytes, starts } = this.#segment.names;
    let cut = length;
    if (cut === directoryLength) return cut;
    if (!isAscii) {
      for (let at = this.#read(name) - 1; at >= 0 && cut > directoryLength; at--) {
        if (foldPoint(this.#points[at]!) === points[cut - 1]) cut--;
      }
      return cut;
    }
    const start = starts[name]!;
    let wanted = points[cut - 1]!;
    for (let at = starts[name + 1]! - 1; at >= start; at--) {
      if (FOLDED_BYTES[bytes[at]!] !== wanted) continue;
      if (--cut === directoryLength) break;
      wanted = points[cut - 1]!;
    }
    return cut;
  }

  /** Backward pass: the best scores of the term's suffixes within a name. */
  #score(name: number, least: number): number {
    const term = this.#term;
    const last = term.length - 1;
    const run = this.#newRun(least);
    const { scores } = this;
    const lastAt = this.#lastAt;
    const lastScores = this.#lastScores;
    const bestAhead = this.#bestAhead;
    for (let index = least; index <= last; index++) {
      scores[run + index] = NO_MATCH;
      bestAhead[index] = NO_MATCH;
      lastAt[index] = -2;
    }
    scores[run + term.length] = 0;
    const length = this.#read(name);
    const points = this.#points;
    const { gap } = this.#weights;
    const hasEnds = maxEndBonus(this.#weights) !== 0;
    let placeBehind = 0;
    for (let at = length - 1; at >= 0; at--) {
      const point = points[at]!;
      let index = term.first(point);
      if (index === END_OF_CHAIN) continue;
      const place = placeBonus(at === 0 ? -1 : points[at - 1]!, point);
      // Upwards, so that no character of the name matches twice.
      for (; index !== END_OF_CHAIN; index = term.above[index]!) {
        if (index < least) continue;
        let score = index === last ? 0 : bestAhead[index + 1]! + at + 1 - gap;
        if (index === last && hasEnds) {
          score = endBonus(this.#weights, point, at === length - 1 ? undefined : points[at + 1]!);
        }
        if (index < last && lastAt[index + 1] === at + 1) {
          score = Math.max(score, lastScores[index + 1]! + Math.max(0, CONSECUTIVE_BONUS - placeBehind));
        }
        if (score <= NO_MATCH / 2) continue;
        score += MATCH_POINTS + (index === 0 ? FIRST_CHARACTER_FACTOR * place : place);
        lastAt[index] = at;
        lastScores[index] = score;
        if (score - at > bestAhead[index]!) bestAhead[index] = score - at;
        if (score > scores[run + index]!) scores[run + index] = score;
      }
      placeBehind = place;
    }
    if (least === 0 && this.#isOnly) scores[run]! += this.#startBonus(length) + this.#runBonus(length);
    this.#runs[name] = run;
    return run;
  }

  /** The bonus of the last decoded name, `length` code points long, if it starts with the term. */
  #startBonus(length: number): number {
    const { points } = this.#term;
    if (length < points.length) return 0;
    for (let at = 0; at < points.length; at++) if (foldPoint(this.#points[at]!) !== points[at]) return 0;
    return nameStartBonus(length === points.length ? undefined : this.#points[points.length]);
  }

  /** The bonus of the last decoded name, `length` code points long, if it contains the term contiguously. */
  #runBonus(length: number): number {
    const { points } = this.#term;
    const most = maxRunBonus(points.length);
    if (most === 0) return 0;
    for (let from = 0; from + points.length <= length; from++) {
      let at = 0;
      while (at < points.length && foldPoint(this.#points[from + at]!) === points[at]) at++;
      if (at === points.length) return most;
    }
    return 0;
  }

  #read(name: number): number {
    this.#points = ensureCapacity(this.#points, byteLength(this.#segment.names, name));
    return readPoints(this.#segment.names, name, this.#points);
  }

  #newRun(least: number): number {
    const run = this.#end - least;
    this.#end += this.#term.length + 1 - least;
    this.scores = ensureCapacity(this.scores, this.#end);
    return run;
  }
}
