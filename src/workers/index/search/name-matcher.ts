import { foldByte } from '../../names/compare-names.js';
import { foldPoint, maskBit, toPoints } from '../../names/fold.js';
import type { NameTable } from '../../names/name-table.js';
import { byteLength, readPoints } from '../../names/code-points.js';
import { type RankRange, ranksWithPrefix } from '../../names/rank-range.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';

/** How a name begins with a wanted text: not at all, but for case, or to the letter. */
export const NameMatch = { none: 0, folded: 1, exact: 2 } as const;

/** Compares names with one wanted text, case aside. */
export class NameMatcher {
  readonly #wanted: Uint32Array;
  readonly #folded: Uint32Array;
  readonly #mask: number;
  readonly #head: Uint8Array;
  #points = new Uint32Array(0);

  constructor(wanted: string) {
    this.#wanted = toPoints(wanted);
    this.#folded = this.#wanted.map(foldPoint);
    this.#mask = this.#wanted.reduce((mask, point) => mask | maskBit(point), 0);
    const end = this.#folded.findIndex((point) => point >= 0x80);
    this.#head = Uint8Array.from(end === -1 ? this.#folded : this.#folded.subarray(0, end));
  }

  /** Whether the wanted text is ASCII, so that each of its characters is one byte of a name. */
  get isAscii(): boolean {
    return this.#head.length === this.#wanted.length;
  }

  /** How many characters are wanted. */
  get length(): number {
    return this.#wanted.length;
  }

  /** The ranks among which all names are that begin with the wanted text; when it is ASCII all of them do. */
  ranks(names: NameTable): RankRange {
    return ranksWithPrefix(names, this.#head);
  }

  /** Whether a name with this character mask can begin with the wanted text. */
  isPossible(mask: number): boolean {
    return (this.#mask & ~mask) === 0;
  }

  /** How a name begins with the wanted text: a `NameMatch`. */
  prefix(names: NameTable, rank: number): number {
    return this.isAscii ? this.#matchBytes(names, rank) : this.#match(this.#read(names, rank));
  }

  /** How a name, all of it, is the wanted text: a `NameMatch`. */
  whole(names: NameTable, rank: number): number {
    const length = this.#read(names, rank);
    return length === this.length ? this.#match(length) : NameMatch.none;
  }

  /** What comes behind the wanted text in a name that begins with it; `undefined` when nothing does. */
  pointBehind(names: NameTable, rank: number): number | undefined {
    if (this.isAscii) {
      const behind = names.starts[rank]! + this.length;
      // Of a character beyond ASCII its first byte will do: it is none of ASCII.
      return behind < names.starts[rank + 1]! ? names.bytes[behind] : undefined;
    }
    return this.#read(names, rank) > this.length ? this.#points[this.length] : undefined;
  }

  #read(names: NameTable, rank: number): number {
    this.#points = ensureCapacity(this.#points, byteLength(names, rank));
    return readPoints(names, rank, this.#points);
  }

  /** As `#match`, for a wanted text that is ASCII, without reading what comes behind it. */
  #matchBytes({ bytes, starts }: NameTable, rank: number): number {
    const start = starts[rank]!;
    if (starts[rank + 1]! - start < this.length) return NameMatch.none;
    let match: number = NameMatch.exact;
    for (let at = 0; at < this.length; at++) {
      const byte = bytes[start + at]!;
      if (byte === this.#wanted[at]) continue;
      if (foldByte(byte) !== this.#folded[at]) return NameMatch.none;
      match = NameMatch.folded;
    }
    return match;
  }

  #match(length: number): number {
    if (length < this.length) return NameMatch.none;
    let match: number = NameMatch.exact;
    for (let at = 0; at < this.length; at++) {
      const point = this.#points[at]!;
      if (point === this.#wanted[at]) continue;
      if (foldPoint(point) !== this.#folded[at]) return NameMatch.none;
      match = NameMatch.folded;
    }
    return match;
  }
}
