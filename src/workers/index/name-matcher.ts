import { foldPoint, maskBit, toPoints } from '../names/fold.js';
import type { Names } from './names.js';

/** How a name begins with a wanted text: not at all, but for case, or to the letter. */
export const NameMatch = { none: 0, folded: 1, exact: 2 } as const;

/** Compares the names of an index with one wanted text, case aside. */
export class NameMatcher {
  readonly #names: Names;
  readonly #wanted: Uint32Array;
  readonly #folded: Uint32Array;
  readonly #mask: number;
  readonly #points: Uint32Array;

  constructor(names: Names, wanted: string) {
    this.#names = names;
    this.#wanted = toPoints(wanted);
    this.#folded = this.#wanted.map(foldPoint);
    this.#mask = this.#wanted.reduce((mask, point) => mask | maskBit(point), 0);
    this.#points = new Uint32Array(names.longest);
  }

  /** The longest start of the wanted text that is ASCII, as UTF-8 with case folded: what `NameOrder` looks up. */
  get asciiHead(): Uint8Array {
    const end = this.#folded.findIndex((point) => point >= 0x80);
    return Uint8Array.from(end === -1 ? this.#folded : this.#folded.subarray(0, end));
  }

  /** How a name begins with the wanted text: a `NameMatch`. */
  prefix(nameId: number): number {
    return this.#match(nameId, false);
  }

  /** How a name, all of it, is the wanted text: a `NameMatch`. */
  whole(nameId: number): number {
    return this.#match(nameId, true);
  }

  /** What comes behind the wanted text in a name that begins with it; `undefined` when nothing does. */
  pointBehind(nameId: number): number | undefined {
    const length = this.#names.readPoints(nameId, this.#points);
    return length > this.#wanted.length ? this.#points[this.#wanted.length] : undefined;
  }

  #match(nameId: number, isWhole: boolean): number {
    if ((this.#mask & ~this.#names.mask(nameId)) !== 0) return NameMatch.none;
    const length = this.#names.readPoints(nameId, this.#points);
    if (isWhole ? length !== this.#wanted.length : length < this.#wanted.length) return NameMatch.none;
    let match: number = NameMatch.exact;
    for (let at = 0; at < this.#wanted.length; at++) {
      const point = this.#points[at]!;
      if (point === this.#wanted[at]) continue;
      if (foldPoint(point) !== this.#folded[at]) return NameMatch.none;
      match = NameMatch.folded;
    }
    return match;
  }
}
