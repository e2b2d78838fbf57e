import { foldPoint, maskBit, toPoints } from '../names/fold.js';

export const SLASH = 47;

/** What follows the last index in a chain of indices. */
export const NO_INDEX = -1;

/** One word of a fuzzy pattern, prepared for matching: its code points with their case folded. */
export class FuzzyTerm {
  readonly points: Uint32Array;
  /** By index: the mask of the points before it, and of itself. */
  readonly headMasks: Int32Array;
  /** By index: the mask of the points from there on. */
  readonly restMasks: Int32Array;
  /** How many points there are up to the last `/`: names cannot match those. */
  readonly directoryLength: number;
  /** By index: the next one upwards with the same point, or `NO_INDEX`. */
  readonly above: Int16Array;
  /** By index: the next one downwards with the same point, or `NO_INDEX`. */
  readonly below: Int16Array;
  readonly #firsts = new IndexOfPoint();
  readonly #lasts = new IndexOfPoint();

  constructor(text: string) {
    const points = toPoints(text).map(foldPoint);
    this.points = points;
    this.directoryLength = points.lastIndexOf(SLASH) + 1;
    this.headMasks = new Int32Array(points.length);
    this.restMasks = new Int32Array(points.length + 1);
    this.above = new Int16Array(points.length);
    this.below = new Int16Array(points.length);
    let head = 0;
    for (const [index, point] of points.entries()) {
      head |= maskBit(point);
      this.headMasks[index] = head;
      this.below[index] = this.#lasts.get(point);
      this.#lasts.set(point, index);
    }
    for (let index = points.length - 1; index >= 0; index--) {
      const point = points[index]!;
      this.restMasks[index] = this.restMasks[index + 1]! | maskBit(point);
      this.above[index] = this.#firsts.get(point);
      this.#firsts.set(point, index);
    }
  }

  get length(): number {
    return this.points.length;
  }

  /** Where a code point, case aside, stands first in the term; `NO_INDEX` when it does not. */
  first(point: number): number {
    return this.#firsts.get(foldPoint(point));
  }

  /** Where a code point, case aside, stands last in the term; `NO_INDEX` when it does not. */
  last(point: number): number {
    return this.#lasts.get(foldPoint(point));
  }
}

/** An index for each code point, fast for ASCII. */
class IndexOfPoint {
  readonly #ascii = new Int16Array(0x80).fill(NO_INDEX);
  readonly #others = new Map<number, number>();

  get(point: number): number {
    return point < 0x80 ? this.#ascii[point]! : (this.#others.get(point) ?? NO_INDEX);
  }

  set(point: number, index: number): void {
    if (point < 0x80) this.#ascii[point] = index;
    else this.#others.set(point, index);
  }
}
