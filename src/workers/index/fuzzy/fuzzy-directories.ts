import { foldPoint } from '../../names/fold.js';
import { distinctNames } from './distinct-names.js';
import { FOLDED_BYTES } from '../../names/folded-bytes.js';
import {
  CONSECUTIVE_BONUS,
  endBonus,
  FIRST_CHARACTER_FACTOR,
  type FuzzyWeights,
  levelCost,
  MATCH_POINTS,
  maxEndBonus,
  NO_MATCH,
  ONLY_TERM,
  placeBonus,
} from './fuzzy-points.js';
import { type FuzzyTerm, END_OF_CHAIN, SLASH } from './fuzzy-term.js';
import { byteLength, readPoints } from '../../names/code-points.js';
import { EMPTY_SEGMENT } from './empty-segment.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';
import type { Segment } from '../segment/segment.js';

// Buffers for longer terms are not kept: such a term is mostly a path, and few names contain its next character.
const MAX_KEPT_LENGTH = 64;

/** Scores the directories of a segment against prefixes of a term: each directory once, however many files it holds. */
export class FuzzyDirectories {
  /** `scores[run(directory) + cut]` is the score of the term's first `cut` characters. */
  scores = new Int32Array(0);
  #segment = EMPTY_SEGMENT;
  #term!: FuzzyTerm;
  #weights = ONLY_TERM;
  #end = 0;
  // By directory: its reach plus 1; 0 before it is computed.
  #reaches = new Uint16Array(0);
  #runs = new Uint32Array(0);
  #points = new Uint32Array(0);
  #unknown: number[] = [];
  #places = distinctNames(EMPTY_SEGMENT).places;
  // By distinct name and reach of the parent: the reach with this name plus 1; 0 before it is computed.
  #steps = new Uint16Array(0);
  // By index in the term: where in the current name it matched last, and with which score.
  #lastAt = new Int32Array(0);
  #lastScores = new Int32Array(0);

  begin(segment: Segment, term: FuzzyTerm, weights: FuzzyWeights): void {
    const count = segment.directoryNames.length;
    this.#segment = segment;
    this.#term = term;
    this.#weights = weights;
    this.#reaches = ensureCapacity(this.#reaches, count);
    this.#reaches.fill(0, 0, count);
    this.#runs = ensureCapacity(this.#runs, count);
    const { places, masks } = distinctNames(segment);
    this.#places = places;
    const steps = masks.length * Math.min(term.length, MAX_KEPT_LENGTH);
    this.#steps = ensureCapacity(this.#steps, steps);
    this.#steps.fill(0, 0, steps);
    this.#lastAt = ensureCapacity(this.#lastAt, term.length);
    this.#lastScores = ensureCapacity(this.#lastScores, term.length);
    this.scores = ensureCapacity(this.scores, 2);
    // The root: no characters matched, score 0.
    this.scores[1] = 0;
    this.#reaches[0] = 1;
    this.#runs[0] = 1;
    this.#end = 2;
  }

  /** Releases the segment. */
  end(): void {
    this.#segment = EMPTY_SEGMENT;
    this.#places = distinctNames(EMPTY_SEGMENT).places;
  }

  /** The reach of a directory: how many of the term's first characters its path, with a final `/`, has in order. */
  reach(directory: number): number {
    const known = this.#reaches[directory]!;
    if (known !== 0) return known - 1;
    const unknown = this.#unknown;
    for (let at = directory; this.#reaches[at] === 0; at = this.#segment.directoryParents[at]!)
      unknown.push(at);
    for (let at = unknown.pop(); at !== undefined; at = unknown.pop()) {
      this.#reaches[at] = 1 + this.#findReach(at, this.#reaches[this.#segment.directoryParents[at]!]! - 1);
      this.#runs[at] = 0;
    }
    return this.#reaches[directory]! - 1;
  }

  /** Where in `scores` a directory's scores start, for cuts up to `reach`. */
  run(directory: number): number {
    this.reach(directory);
    const unknown = this.#unknown;
    for (let at = directory; this.#runs[at] === 0; at = this.#segment.directoryParents[at]!) unknown.push(at);
    for (let at = unknown.pop(); at !== undefined; at = unknown.pop()) this.#score(at);
    return this.#runs[directory]!;
  }

  /** Computes the reach of a directory whose parent's reach is known. `own` is the character mask of its name. */
  enter(directory: number, own: number): number {
    const { bits, length } = this.#term;
    const above = this.#reaches[this.#segment.directoryParents[directory]!]! - 1;
    // A name without the next character changes nothing, unless that character is the `/` after it.
    const isOver = above === length || (bits[above] !== 0 && (bits[above]! & own) === 0);
    const reach = isOver ? above : this.#step(directory, above);
    this.#reaches[directory] = reach + 1;
    this.#runs[directory] = 0;
    return reach;
  }

  /** Like `#findReach`, but cached by name and by reach of the parent. */
  #step(directory: number, above: number): number {
    if (above >= MAX_KEPT_LENGTH) return this.#findReach(directory, above);
    const at = this.#places[directory]! * Math.min(this.#term.length, MAX_KEPT_LENGTH) + above;
    const known = this.#steps[at]!;
    if (known !== 0) return known - 1;
    const reach = this.#findReach(directory, above);
    this.#steps[at] = reach + 1;
    return reach;
  }

  #findReach(directory: number, above: number): number {
    const { points, length, isAscii } = this.#term;
    const name = this.#segment.directoryNames[directory]!;
    let reach = above;
    if (isAscii) {
      const { bytes, starts } = this.#segment.names;
      const end = starts[name + 1]!;
      let wanted = points[reach]!;
      for (let at = starts[name]!; at < end && reach < length; at++) {
        if (FOLDED_BYTES[bytes[at]!] === wanted) wanted = points[++reach]!;
      }
    } else {
      const count = this.#read(name);
      for (let at = 0; at < count && reach < length; at++) {
        if (foldPoint(this.#points[at]!) === points[reach]) reach++;
      }
    }
    return reach < length && points[reach] === SLASH ? reach + 1 : reach;
  }

  /** Forward pass: the best scores of the term's prefixes within a directory's path. */
  #score(directory: number): void {
    const term = this.#term;
    const weights = this.#weights;
    const parent = this.#segment.directoryParents[directory]!;
    const above = this.#runs[parent]!;
    const reachAbove = this.#reaches[parent]! - 1;
    const reach = this.#reaches[directory]! - 1;
    const run = this.#end;
    this.#end += reach + 1;
    this.scores = ensureCapacity(this.scores, this.#end);
    const { scores } = this;
    scores[run] = 0;
    for (let cut = 1; cut <= reachAbove; cut++) {
      scores[run + cut] = scores[above + cut]! - levelCost(weights, term.points[cut - 1]!);
    }
    for (let cut = reachAbove + 1; cut <= reach; cut++) scores[run + cut] = NO_MATCH;
    this.#runs[directory] = run;

    const name = this.#segment.directoryNames[directory]!;
    // After a name that has none of the characters only a typed `/` can match.
    if (term.directoryLength === 0 && (this.#segment.nameMasks[name]! & term.restMasks[0]!) === 0) return;
    let length = this.#read(name);
    const points = this.#points;
    points[length++] = SLASH;
    const lastAt = this.#lastAt;
    const lastScores = this.#lastScores;
    const last = maxEndBonus(weights) === 0 ? END_OF_CHAIN : term.length - 1;
    for (let index = 0; index < reach; index++) lastAt[index] = -2;
    for (let at = 0; at < length; at++) {
      const point = points[at]!;
      let index = term.last(point);
      if (index === END_OF_CHAIN) continue;
      const place = placeBonus(at === 0 ? -1 : points[at - 1]!, point);
      // Downwards, so that no character of the name matches twice.
      for (; index !== END_OF_CHAIN; index = term.below[index]!) {
        if (index >= reach) continue;
        let score = scores[run + index]! + (index === 0 ? FIRST_CHARACTER_FACTOR * place : place);
        if (index > 0 && lastAt[index - 1] === at - 1) {
          score = Math.max(score, lastScores[index - 1]! + Math.max(place, CONSECUTIVE_BONUS));
        }
        if (score <= NO_MATCH / 2) continue;
        score += MATCH_POINTS;
        if (index === last && at < length - 1) {
          score += endBonus(weights, point, at === length - 2 ? undefined : points[at + 1]!);
        }
        lastAt[index] = at;
        lastScores[index] = score;
        if (score > scores[run + index + 1]!) scores[run + index + 1] = score;
      }
    }
  }

  #read(name: number): number {
    this.#points = ensureCapacity(this.#points, byteLength(this.#segment.names, name) + 1);
    return readPoints(this.#segment.names, name, this.#points);
  }
}
