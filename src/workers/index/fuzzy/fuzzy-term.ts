import { foldPoint, halfMask, maskBit, toPoints } from '../../names/fold.js';
import type { NameTable } from '../../names/name-table.js';
import { pairBit } from '../../names/word-starts.js';

export const SLASH = 47;

/** Ends a chain of indices. */
export const END_OF_CHAIN = -1;

// No path that a system call accepts is longer, so a longer word matches nothing.
const MAX_WORD_LENGTH = 4096;

// A text of more words is no path, and each word takes memory while it is searched for.
const MAX_WORDS = 32;

/** The words of a fuzzy pattern, separated by blanks; none when the pattern cannot match. */
export function parseTerms(pattern: string): FuzzyTerm[] {
  const words = pattern.split(/\s+/).filter((word) => word !== '');
  const mayMatch = words.length <= MAX_WORDS && words.every((word) => word.length <= MAX_WORD_LENGTH);
  return mayMatch ? words.map((word) => new FuzzyTerm(word)) : [];
}

/** One word of a fuzzy pattern, prepared for matching: its code points with their case folded. */
export class FuzzyTerm {
  readonly points: Uint32Array;
  readonly isAscii: boolean;
  /** By index: the bit of its point in a character mask; 0 for a `/`, which no name contains. */
  readonly bits: Int32Array;
  /** By index: the bit of its point in a word mask. */
  readonly wordBits: Int32Array;
  /** By index: the bit of its point and the one before it in a pair mask. */
  readonly pairBits: Int32Array;
  /** By index: the character mask of the points from there on. */
  readonly restMasks: Int32Array;
  /** The number of points up to and including the last `/`: names cannot match those. */
  readonly directoryLength: number;
  /** The typed ASCII characters after the last `/`, in order and with their case. */
  readonly typed: Uint8Array;
  /** By index: the next higher index with the same point, or `END_OF_CHAIN`. */
  readonly above: Int16Array;
  /** By index: the next lower index with the same point, or `END_OF_CHAIN`. */
  readonly below: Int16Array;
  readonly #firsts = new IndexOfPoint();
  readonly #lasts = new IndexOfPoint();

  constructor(text: string) {
    const typed = toPoints(text);
    const points = typed.map(foldPoint);
    const { length } = points;
    this.points = points;
    this.isAscii = points.every((point) => point < 0x80);
    this.directoryLength = points.lastIndexOf(SLASH) + 1;
    this.typed = Uint8Array.from(typed.slice(this.directoryLength).filter((point) => point < 0x80));
    this.bits = Int32Array.from(points, (point) => (point === SLASH ? 0 : maskBit(point)));
    this.wordBits = this.bits.map(halfMask);
    this.pairBits = Int32Array.from(points, (point, index) =>
      index === 0 ? 0 : pairBit(points[index - 1]!, point),
    );
    this.restMasks = new Int32Array(length + 1);
    this.above = new Int16Array(length);
    this.below = new Int16Array(length);
    for (const [index, point] of points.entries()) {
      this.below[index] = this.#lasts.get(point);
      this.#lasts.set(point, index);
    }
    for (let index = length - 1; index >= 0; index--) {
      this.restMasks[index] = this.restMasks[index + 1]! | this.bits[index]!;
      this.above[index] = this.#firsts.get(points[index]!);
      this.#firsts.set(points[index]!, index);
    }
  }

  get length(): number {
    return this.points.length;
  }

  /** Whether a name has the typed ASCII characters, in order and in the typed case; false when the term has none. */
  hasTyped({ bytes, starts }: NameTable, name: number): boolean {
    const { typed } = this;
    const end = starts[name + 1]!;
    let found = 0;
    for (let at = starts[name]!; at < end && found < typed.length; at++) {
      if (bytes[at] === typed[found]) found++;
    }
    return found > 0 && found === typed.length;
  }

  /** The first index of a code point, case aside; `END_OF_CHAIN` when the term does not have it. */
  first(point: number): number {
    return point >= 0x80 && this.isAscii ? END_OF_CHAIN : this.#firsts.get(foldPoint(point));
  }

  /** The last index of a code point, case aside; `END_OF_CHAIN` when the term does not have it. */
  last(point: number): number {
    return point >= 0x80 && this.isAscii ? END_OF_CHAIN : this.#lasts.get(foldPoint(point));
  }
}

/** A map from code points to indices, fast for ASCII. */
class IndexOfPoint {
  readonly #ascii = new Int16Array(0x80).fill(END_OF_CHAIN);
  readonly #others = new Map<number, number>();

  get(point: number): number {
    return point < 0x80 ? this.#ascii[point]! : (this.#others.get(point) ?? END_OF_CHAIN);
  }

  set(point: number, index: number): void {
    if (point < 0x80) this.#ascii[point] = index;
    else this.#others.set(point, index);
  }
}
