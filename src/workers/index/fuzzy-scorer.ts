import type { IndexData } from './data.js';
import {
  CONSECUTIVE,
  FIRST_FACTOR,
  GAP,
  MATCH,
  MOST_FIRST_POINTS,
  mostPoints,
  placeBonus,
} from './fuzzy-points.js';
import { type FuzzyTerm, NO_INDEX, SLASH } from './fuzzy-term.js';
import { resized } from './growth.js';

// What the name of a file matches is worth more than what its directories match.
const ALL_IN_NAME = 16;
const NONE_IN_NAME = -24;
// Each further directory down costs what was matched above it.
const LEVEL_COST = 3;

/** The score of what does not match. No real score comes near, and sums of it stay within 32 bits. */
export const NO_MATCH = -0x2000_0000;

/** What is known of a name: whether `matchesInName`. */
const InName = { unknown: 0, no: 1, yes: 2 } as const;

/**
 * Scores the files of an index against one term of a fuzzy pattern.
 *
 * A match is cut in two: the term's first `cut` characters lie in the file's directories, the rest in its name. The
 * score is that of the best cut. So a name is scored once, for every cut, however many files bear it, and a directory
 * once, however many files it holds.
 *
 * Lives for one search: the index may not change meanwhile.
 */
export class FuzzyScorer {
  readonly #data: IndexData;
  readonly #term: FuzzyTerm;
  // Runs of `term.length + 1` scores, by cut, for each name and each directory seen.
  #scores: Int32Array;
  #scoresEnd = 1;
  // By name id and by directory id: where its run starts; 0 before it is known.
  readonly #ofName: Uint32Array;
  readonly #ofDirectory: Uint32Array;
  // By name id: an `InName`.
  readonly #inName: Uint8Array;
  // By directory id: how many of the term's first characters its path has in order.
  readonly #reach: Uint16Array;
  // By index in the term: where it matched last, as a moment that no other name shares, and with which score.
  readonly #lastMoment: Uint32Array;
  readonly #lastScore: Int32Array;
  // By index in the term: the best score from there on, less its distance from the start of the name.
  readonly #bestAhead: Int32Array;
  // By cut: what the characters behind it are worth at most, the bonus for the cut included.
  readonly #mostAhead: Int32Array;
  readonly #points: Uint32Array;
  #moment = 1;

  constructor(data: IndexData, term: FuzzyTerm) {
    this.#data = data;
    this.#term = term;
    this.#scores = new Int32Array(4096 + 4 * (term.length + 1));
    this.#ofName = new Uint32Array(data.names.limit);
    this.#ofDirectory = new Uint32Array(data.idLimit);
    this.#inName = new Uint8Array(data.names.limit);
    this.#reach = new Uint16Array(data.idLimit);
    this.#lastMoment = new Uint32Array(term.length);
    this.#lastScore = new Int32Array(term.length);
    this.#bestAhead = new Int32Array(term.length);
    this.#points = new Uint32Array(data.names.longest + 1);
    this.#mostAhead = Int32Array.from({ length: term.length + 1 }, (_, cut) => {
      return mostPoints(term.length - cut) + (cut === 0 ? MOST_FIRST_POINTS : 0) + cutBonus(term, cut);
    });
    const root = this.#newRun();
    this.#scores[root] = 0;
    this.#ofDirectory[0] = root;
  }

  /** The mask of what a name must have to match all that it can: what is behind the term's last `/`. */
  get nameMask(): number {
    return this.#term.restMasks[this.#term.directoryLength]!;
  }

  /** Whether a name matches all of the term that a name can match: what is behind the last `/`. */
  matchesInName(name: number): boolean {
    const known = this.#inName[name]!;
    if (known !== InName.unknown) return known === InName.yes;
    const { points, directoryLength } = this.#term;
    const { names } = this.#data;
    const isMatch =
      (this.nameMask & ~names.mask(name)) === 0 && names.hasInOrder(name, points, directoryLength);
    this.#inName[name] = isMatch ? InName.yes : InName.no;
    return isMatch;
  }

  /** What a file in this directory scores at most when `matchesInName`. */
  boundInName(directory: number): number {
    return this.#boundAt(directory, this.#term.directoryLength);
  }

  /** What a file in this directory scores at most when part of that is matched by directories as well. */
  boundSplit(directory: number): number {
    let bound = NO_MATCH;
    for (let cut = this.#reachOf(directory); cut > this.#term.directoryLength; cut--) {
      bound = Math.max(bound, this.#boundAt(directory, cut));
    }
    return bound;
  }

  /** What `score` is at most; `NO_MATCH` when it is certain that there is none. */
  bound(file: number): number {
    const directory = this.#data.parentOf(file);
    const name = this.#data.nameIdOf(file);
    const missing = ~this.#data.names.mask(name);
    const leastCut = this.#term.directoryLength + (this.matchesInName(name) ? 0 : 1);
    let bound = NO_MATCH;
    for (let cut = this.#reachOf(directory); cut >= leastCut; cut--) {
      if ((this.#term.restMasks[cut]! & missing) !== 0) break;
      const most = this.#boundAt(directory, cut);
      if (most > bound) bound = most;
    }
    return bound;
  }

  /** The score of a file; `NO_MATCH` when its path does not have the term's characters in order. */
  score(file: number): number {
    const cut = this.bestCut(file);
    return cut === -1 ? NO_MATCH : this.#scoreAt(file, cut);
  }

  /** How many of the term's characters a file's directories match in its best match; -1 when there is none. */
  bestCut(file: number): number {
    const directory = this.#data.parentOf(file);
    const name = this.#data.nameIdOf(file);
    const reach = this.#reachOf(directory);
    if (this.#ofName[name] === 0) this.#scoreName(name);
    let best = NO_MATCH / 2;
    let bestCut = -1;
    for (let cut = this.#term.directoryLength; cut <= reach; cut++) {
      const score = this.#scoreAt(file, cut);
      if (score <= best) continue;
      best = score;
      bestCut = cut;
    }
    return bestCut;
  }

  #scoreAt(file: number, cut: number): number {
    const inDirectories = this.#scores[this.#ofDirectory[this.#data.parentOf(file)]! + cut]!;
    const inName = this.#scores[this.#ofName[this.#data.nameIdOf(file)]! + cut]!;
    return inDirectories + inName + cutBonus(this.#term, cut);
  }

  #boundAt(directory: number, cut: number): number {
    if (cut > this.#reachOf(directory)) return NO_MATCH;
    return this.#scores[this.#ofDirectory[directory]! + cut]! + this.#mostAhead[cut]!;
  }

  #reachOf(directory: number): number {
    if (this.#ofDirectory[directory] === 0) this.#scoreDirectories(directory);
    return this.#reach[directory]!;
  }

  /** Scores a directory and those above it that are not scored yet, the topmost first. */
  #scoreDirectories(directory: number): void {
    const unknown: number[] = [];
    for (let at = directory; this.#ofDirectory[at] === 0; at = this.#data.parentOf(at)) unknown.push(at);
    for (let at = unknown.pop(); at !== undefined; at = unknown.pop()) this.#scoreDirectory(at);
  }

  /** Forwards: the best scores of the term's first characters within the directory's path, a `/` at its end. */
  #scoreDirectory(directory: number): void {
    const parent = this.#data.parentOf(directory);
    const above = this.#ofDirectory[parent]!;
    const run = this.#newRun();
    const scores = this.#scores;
    const reach = this.#reach[parent]!;
    scores[run] = 0;
    for (let cut = 1; cut <= reach; cut++) scores[run + cut] = scores[above + cut]! - LEVEL_COST;
    this.#ofDirectory[directory] = run;
    const name = this.#data.nameIdOf(directory);
    const hasSlash = this.#term.directoryLength > 0;
    const canMatch = hasSlash || (this.#term.headMasks[reach]! & this.#data.names.mask(name)) !== 0;
    this.#reach[directory] = canMatch ? this.#extend(run, reach, name) : reach;
  }

  /** Improves the scores in a directory's run by what its name matches, and returns how far they reach then. */
  #extend(run: number, reachAbove: number, name: number): number {
    const term = this.#term;
    const scores = this.#scores;
    const points = this.#points;
    let length = this.#data.names.readPoints(name, points);
    points[length++] = SLASH;
    const start = this.#moment;
    this.#moment += length + 1;
    let reach = reachAbove;
    for (let at = 0; at < length; at++) {
      const point = points[at]!;
      let index = term.last(point);
      if (index === NO_INDEX) continue;
      const place = placeBonus(at === 0 ? -1 : points[at - 1]!, point);
      // Downwards, so that no character matches twice.
      for (; index !== NO_INDEX; index = term.below[index]!) {
        if (index > reach) continue;
        let score = scores[run + index]! + (index === 0 ? FIRST_FACTOR * place : place);
        if (index > 0 && this.#lastMoment[index - 1] === start + at - 1) {
          score = Math.max(score, this.#lastScore[index - 1]! + Math.max(place, CONSECUTIVE));
        }
        score += MATCH;
        this.#lastMoment[index] = start + at;
        this.#lastScore[index] = score;
        if (index === reach) {
          reach++;
          scores[run + reach] = score;
        } else if (score > scores[run + index + 1]!) scores[run + index + 1] = score;
      }
    }
    return reach;
  }

  /** Backwards: the best scores of the term's last characters within a name. */
  #scoreName(name: number): void {
    const term = this.#term;
    const run = this.#newRun();
    const scores = this.#scores;
    const last = term.length - 1;
    scores.fill(NO_MATCH, run, run + last + 1);
    scores[run + last + 1] = 0;

    const points = this.#points;
    const length = this.#data.names.readPoints(name, points);
    const start = this.#moment;
    this.#bestAhead.fill(NO_MATCH);
    let placeBehind = 0;
    for (let at = length - 1; at >= 0; at--) {
      const point = points[at]!;
      let index = term.first(point);
      if (index === NO_INDEX) continue;
      const place = placeBonus(at === 0 ? -1 : points[at - 1]!, point);
      // Upwards, so that no character matches twice.
      for (; index !== NO_INDEX; index = term.above[index]!) {
        let score = index === last ? 0 : this.#bestAhead[index + 1]! + at + 1 - GAP;
        if (index < last && this.#lastMoment[index + 1] === start + at + 1) {
          score = Math.max(score, this.#lastScore[index + 1]! + Math.max(0, CONSECUTIVE - placeBehind));
        }
        if (score <= NO_MATCH / 2) continue;
        score += MATCH + (index === 0 ? FIRST_FACTOR * place : place);
        this.#lastMoment[index] = start + at;
        this.#lastScore[index] = score;
        if (score - at > this.#bestAhead[index]!) this.#bestAhead[index] = score - at;
        if (score > scores[run + index]!) scores[run + index] = score;
      }
      placeBehind = place;
    }
    this.#moment += length + 1;
    this.#ofName[name] = run;
  }

  #newRun(): number {
    const run = this.#scoresEnd;
    this.#scoresEnd += this.#term.length + 1;
    if (this.#scoresEnd > this.#scores.length) this.#scores = resized(this.#scores, 2 * this.#scoresEnd);
    return run;
  }
}

function cutBonus(term: FuzzyTerm, cut: number): number {
  if (cut === term.length) return NONE_IN_NAME;
  return cut === term.directoryLength ? ALL_IN_NAME : 0;
}
