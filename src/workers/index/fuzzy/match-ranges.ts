import { foldPoint } from '../../names/fold.js';
import {
  CONSECUTIVE_BONUS,
  cutBonus,
  endBonus,
  FIRST_CHARACTER_FACTOR,
  levelCost,
  MATCH_POINTS,
  NO_MATCH,
  ONE_OF_SEVERAL_TERMS,
  ONLY_TERM,
  placeBonus,
} from './fuzzy-points.js';
import { type FuzzyTerm, SLASH } from './fuzzy-term.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';

/** `[start, end)` in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/** Finds the ranges of a path that terms match, for highlighting. Reuses its memory from path to path. */
export class MatchRanges {
  // By index in the path: its code points, the case-folded points, and the position bonus of a match there.
  #points = new Uint32Array(0);
  #folded = new Uint32Array(0);
  #bonuses = new Uint8Array(0);
  // By index in the directories: how many levels the path goes further down.
  #levels = new Int32Array(0);
  // By index in the path: whether it is in a range.
  #isMatched = new Uint8Array(0);
  #length = 0;
  #nameStart = 0;
  #weights = ONLY_TERM;
  // By character of a term: the first and the last index where it can match.
  #firsts = new Uint32Array(0);
  #lasts = new Uint32Array(0);
  // By character of a term and index: the best score of a match there, and where the previous character matches then.
  #scores = new Int32Array(0);
  #cameFrom = new Int32Array(0);

  /**
   * The ranges of each term's best match in a path. A term that does not match in order is matched without one of its
   * characters.
   * Shape: ascending, neither overlapping nor touching.
   */
  find(path: string, terms: readonly FuzzyTerm[]): Range[] {
    this.#read(path);
    this.#weights = terms.length === 1 ? ONLY_TERM : ONE_OF_SEVERAL_TERMS;
    for (const { points } of terms) {
      if (this.#align(points) !== NO_MATCH) this.#mark(points);
      else this.#markAllButOne(points);
    }
    return this.#ranges();
  }

  #markAllButOne(points: Uint32Array): void {
    let best = NO_MATCH;
    let rest = new Uint32Array(0);
    for (let left = 0; left < points.length; left++) {
      const without = points.filter((_, index) => index !== left);
      const score = this.#align(without);
      if (score <= best) continue;
      best = score;
      rest = without;
    }
    if (this.#align(rest) !== NO_MATCH) this.#mark(rest);
  }

  #read(path: string): void {
    const room = path.length;
    const points = (this.#points = ensureCapacity(this.#points, room));
    const folded = (this.#folded = ensureCapacity(this.#folded, room));
    const bonuses = (this.#bonuses = ensureCapacity(this.#bonuses, room));
    const levels = (this.#levels = ensureCapacity(this.#levels, room));
    this.#isMatched = ensureCapacity(this.#isMatched, room);
    let length = 0;
    let before = -1;
    for (let unit = 0; unit < room; unit++) {
      const point = path.codePointAt(unit)!;
      if (point > 0xffff) unit++;
      points[length] = point;
      folded[length] = foldPoint(point);
      bonuses[length++] = placeBonus(before, point);
      before = point === SLASH ? -1 : point;
    }
    this.#length = length;
    this.#isMatched.fill(0, 0, length);
    this.#nameStart = points.subarray(0, length).lastIndexOf(SLASH) + 1;
    let level = 0;
    for (let at = this.#nameStart - 1; at >= 0; at--) {
      if (points[at] === SLASH && at < this.#nameStart - 1) level++;
      levels[at] = level;
    }
  }

  /** The score of the best match, as `FuzzyScorer` computes it; `NO_MATCH` when there is none. */
  #align(wanted: Uint32Array): number {
    const count = wanted.length;
    if (count === 0 || !this.#findWindows(wanted)) return NO_MATCH;
    const width = this.#length;
    this.#scores = ensureCapacity(this.#scores, count * width);
    this.#cameFrom = ensureCapacity(this.#cameFrom, count * width);
    for (let index = 0; index < count; index++) this.#alignOne(wanted, index);
    return this.#total(wanted, this.#lastPlace(wanted));
  }

  /** Finds the first and the last index at which each character can match; false when one of them cannot. */
  #findWindows(wanted: Uint32Array): boolean {
    const count = wanted.length;
    const folded = this.#folded;
    const firsts = (this.#firsts = ensureCapacity(this.#firsts, count));
    const lasts = (this.#lasts = ensureCapacity(this.#lasts, count));
    let index = 0;
    for (let at = 0; at < this.#length && index < count; at++) {
      if (folded[at] === wanted[index]) firsts[index++] = at;
    }
    if (index < count) return false;
    for (let at = this.#length - 1; index > 0; at--)
      if (folded[at] === wanted[index - 1]) lasts[--index] = at;
    return true;
  }

  /** Finds the best score with one character of the term matched at each index where it can be. */
  #alignOne(wanted: Uint32Array, index: number): void {
    const nameStart = this.#nameStart;
    const points = this.#points;
    const folded = this.#folded;
    const bonuses = this.#bonuses;
    const scores = this.#scores;
    const cameFrom = this.#cameFrom;
    const row = index * this.#length;
    const above = row - this.#length;
    const levels = this.#levels;
    const weights = this.#weights;
    const isLast = index === wanted.length - 1;
    const cut = cutBonus(weights, index, wanted.length, wanted.lastIndexOf(SLASH) + 1);
    const cost = index === 0 ? 0 : levelCost(weights, wanted[index - 1]!);
    const firstAbove = index === 0 ? -1 : this.#firsts[index - 1]!;
    const first = index === 0 ? this.#firsts[0]! : firstAbove + 1;
    const last = this.#lasts[index]!;
    // The best match of the previous character: in directories the cost is by level, in the name by distance.
    let inDirectories = NO_MATCH;
    let directoriesAt = -1;
    let inName = NO_MATCH;
    let nameAt = -1;
    for (let at = first; at <= last; at++) {
      const joinable = index === 0 ? NO_MATCH : scores[above + at - 1]!;
      if (index > 0 && at <= nameStart && joinable - cost * levels[at - 1]! > inDirectories) {
        inDirectories = joinable - cost * levels[at - 1]!;
        directoriesAt = at - 1;
      }
      const farther = at - 2;
      if (
        index > 0 &&
        farther >= nameStart &&
        farther >= firstAbove &&
        scores[above + farther]! + farther > inName
      ) {
        inName = scores[above + farther]! + farther;
        nameAt = farther;
      }
      scores[row + at] = NO_MATCH;
      if (folded[at] !== wanted[index]) continue;
      const bonus = bonuses[at]!;
      const isInName = at >= nameStart;
      let score = inDirectories + bonus + (isInName ? cut : cost * levels[at]!);
      let from = directoriesAt;
      if (index === 0) score = FIRST_CHARACTER_FACTOR * bonus + (isInName ? cut : 0);
      const afterGap = inName - (at - 1) - weights.gap + bonus;
      if (isInName && afterGap > score) {
        score = afterGap;
        from = nameAt;
      }
      const joined = joinable + Math.max(bonus, CONSECUTIVE_BONUS);
      if (joined >= score && points[at - 1] !== SLASH) {
        score = joined;
        from = at - 1;
      }
      if (score < NO_MATCH / 2) continue;
      scores[row + at] = score + MATCH_POINTS + (isLast ? this.#endBonus(at) : 0);
      cameFrom[row + at] = from;
    }
    // The part of the row that the next character will read.
    const end = index + 1 < wanted.length ? this.#lasts[index + 1]! : 0;
    for (let at = last + 1; at < end; at++) scores[row + at] = NO_MATCH;
  }

  /** The bonus of a match whose last character is at an index. */
  #endBonus(at: number): number {
    const point = this.#points[at]!;
    const behind = at + 1 < this.#length ? this.#points[at + 1]! : undefined;
    if (point === SLASH) return 0;
    return endBonus(this.#weights, point, behind === SLASH ? undefined : behind);
  }

  /** The index of the last character in the best match. */
  #lastPlace(wanted: Uint32Array): number {
    const last = wanted.length - 1;
    let best = NO_MATCH;
    let place = -1;
    for (let at = this.#firsts[last]!; at <= this.#lasts[last]!; at++) {
      const score = this.#total(wanted, at);
      if (score <= best) continue;
      best = score;
      place = at;
    }
    return place;
  }

  /** The score of the best match whose last character is at an index. */
  #total(wanted: Uint32Array, last: number): number {
    const count = wanted.length;
    const score = this.#scores[(count - 1) * this.#length + last]!;
    if (last >= this.#nameStart) return score;
    return (
      score +
      cutBonus(this.#weights, count, count, 0) -
      levelCost(this.#weights, wanted[count - 1]!) * this.#levels[last]!
    );
  }

  /** Marks the characters of the best match. */
  #mark(wanted: Uint32Array): void {
    let at = this.#lastPlace(wanted);
    for (let index = wanted.length - 1; index >= 0; index--) {
      this.#isMatched[at] = 1;
      at = this.#cameFrom[index * this.#length + at]!;
    }
  }

  #ranges(): Range[] {
    const ranges: Range[] = [];
    let unit = 0;
    let start = -1;
    for (let at = 0; at < this.#length; at++) {
      if (this.#isMatched[at] === 1 && start === -1) start = unit;
      if (this.#isMatched[at] === 0 && start !== -1) {
        ranges.push([start, unit]);
        start = -1;
      }
      unit += this.#points[at]! > 0xffff ? 2 : 1;
    }
    if (start !== -1) ranges.push([start, unit]);
    return ranges;
  }
}
