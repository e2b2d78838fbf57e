import { foldPoint, maskBit, toPoints } from './fold.js';

const NONE: readonly number[] = [];

/** One word of a fuzzy pattern, prepared for matching: its code points with their case folded. */
export class FuzzyTerm {
  readonly points: Uint32Array;
  /** By index: the mask of the points before it, and of itself. */
  readonly headMasks: Int32Array;
  /** By index: the mask of the points from there on. */
  readonly restMasks: Int32Array;
  /** How many points there are up to the last `/`: names cannot match those. */
  readonly directoryLength: number;
  readonly #ascii: readonly (readonly number[])[];
  readonly #others = new Map<number, number[]>();

  constructor(text: string) {
    this.points = toPoints(text).map(foldPoint);
    let head = 0;
    this.headMasks = Int32Array.from(this.points, (point) => (head |= maskBit(point)));
    this.restMasks = new Int32Array(this.points.length + 1);
    const ascii = Array.from({ length: 0x80 }, (): number[] => []);
    for (let index = this.points.length - 1; index >= 0; index--) {
      const point = this.points[index]!;
      this.restMasks[index] = this.restMasks[index + 1]! | maskBit(point);
      if (point < 0x80) ascii[point]!.push(index);
      else this.#others.set(point, [...(this.#others.get(point) ?? []), index]);
    }
    this.#ascii = ascii;
    this.directoryLength = this.points.lastIndexOf(SLASH) + 1;
  }

  get length(): number {
    return this.points.length;
  }

  /** Where a folded code point stands in the term. Shape: indices, descending. */
  indicesOf(folded: number): readonly number[] {
    return folded < 0x80 ? this.#ascii[folded]! : (this.#others.get(folded) ?? NONE);
  }
}

export const SLASH = 47;
