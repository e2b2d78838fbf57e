import { foldPoint, maskBit, toPoints } from './fold.js';

export const SLASH = 47;

/** What follows the last index in a chain of indices. */
export const NO_INDEX = -1;

const ASCII = 0x80;

/** One word of a fuzzy pattern, prepared for matching: its code points with their case folded. */
export class FuzzyTerm {
  readonly points: Uint32Array;
  /** By index: the mask of the points before it, and of itself. */
  readonly headMasks: Int32Array;
  /** By index: the mask of the points from there on. */
  readonly restMasks: Int32Array;
  /** How many points there are up to the last `/`: names cannot match those. */
  readonly directoryLength: number;
  /** By index: the next one, upwards or downwards, with the same point, or `NO_INDEX`. */
  readonly above: Int16Array;
  readonly below: Int16Array;
  // By ASCII code point in either case, and by any other folded one: where it stands first and last.
  readonly #first = new Int16Array(ASCII).fill(NO_INDEX);
  readonly #last = new Int16Array(ASCII).fill(NO_INDEX);
  readonly #otherFirst = new Map<number, number>();
  readonly #otherLast = new Map<number, number>();

  constructor(text: string) {
    const points = toPoints(text).map(foldPoint);
    this.points = points;
    this.directoryLength = points.lastIndexOf(SLASH) + 1;
    let mask = 0;
    this.headMasks = Int32Array.from(points, (point) => (mask |= maskBit(point)));
    this.restMasks = new Int32Array(points.length + 1);
    this.above = new Int16Array(points.length);
    this.below = new Int16Array(points.length);
    for (let index = points.length - 1; index >= 0; index--) {
      const point = points[index]!;
      this.restMasks[index] = this.restMasks[index + 1]! | maskBit(point);
      this.above[index] = this.first(point);
      this.#otherFirst.set(point, index);
      for (let ascii = 0; ascii < ASCII; ascii++) if (foldPoint(ascii) === point) this.#first[ascii] = index;
    }
    for (const [index, point] of points.entries()) {
      this.below[index] = this.last(point);
      this.#otherLast.set(point, index);
      for (let ascii = 0; ascii < ASCII; ascii++) if (foldPoint(ascii) === point) this.#last[ascii] = index;
    }
  }

  get length(): number {
    return this.points.length;
  }

  /** Where a code point, case aside, stands first in the term; `NO_INDEX` when it does not. */
  first(point: number): number {
    return point < ASCII ? this.#first[point]! : (this.#otherFirst.get(foldPoint(point)) ?? NO_INDEX);
  }

  /** Where a code point, case aside, stands last in the term; `NO_INDEX` when it does not. */
  last(point: number): number {
    return point < ASCII ? this.#last[point]! : (this.#otherLast.get(foldPoint(point)) ?? NO_INDEX);
  }
}
