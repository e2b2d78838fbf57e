import { foldByte } from '../../names/compare-names.js';
import { foldPoint, maskBit, toPoints } from '../../names/fold.js';
import type { NameTable } from '../../names/name-table.js';
import { byteLength, readPoints } from '../../names/code-points.js';
import { type RankRange, ranksWithPrefix } from '../../names/rank-range.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';

/** How the start of a name matches a text: not at all, ignoring case, or exactly. */
export const NameMatch = { none: 0, folded: 1, exact: 2 } as const;

/** Matches names against one text, ignoring case. */
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

  /** Whether the text is ASCII, so that each of its characters is one byte of a name. */
  get isAscii(): boolean {
    return this.#head.length === this.#wanted.length;
  }

  /** The number of characters of the text. */
  get length(): number {
    return this.#wanted.length;
  }

  /** A range of ranks that includes every name starting with the text; for an ASCII text it includes no other name. */
  ranks(names: NameTable): RankRange {
    return ranksWithPrefix(names, this.#head);
  }

  /** Whether a name with this character mask may start with the text. */
  mayMatch(mask: number): boolean {
    return (this.#mask & ~mask) === 0;
  }

  /** How the start of a name matches the text: a `NameMatch`. */
  prefix(names: NameTable, rank: number): number {
    return this.isAscii ? this.#matchBytes(names, rank) : this.#match(this.#read(names, rank));
  }

  /** How the whole name matches the text: a `NameMatch`. */
  whole(names: NameTable, rank: number): number {
    const length = this.#read(names, rank);
    return length === this.length ? this.#match(length) : NameMatch.none;
  }

  /** The code point after the text in a name that starts with it; `undefined` at the name's end. */
  pointBehind(names: NameTable, rank: number): number | undefined {
    if (this.isAscii) {
      const behind = names.starts[rank]! + this.length;
      // For a character beyond ASCII its first byte is enough: callers compare with ASCII characters.
      return behind < names.starts[rank + 1]! ? names.bytes[behind] : undefined;
    }
    return this.#read(names, rank) > this.length ? this.#points[this.length] : undefined;
  }

  #read(names: NameTable, rank: number): number {
    this.#points = ensureCapacity(this.#points, byteLength(names, rank));
    return readPoints(names, rank, this.#points);
  }

  /** Like `#match`, for an ASCII text, without decoding the rest of the name. */
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
