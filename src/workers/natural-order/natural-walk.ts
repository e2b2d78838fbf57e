import { sortRange } from '../collections/sort-range.js';
import { compareNatural, ASCII_RANKS } from './natural-order.js';

/** Distinct names in the order of a `NameTable`. */
export interface SortedNames {
  readonly count: number;
  /** A byte of a name, ASCII letters in lower case; -1 after the name's end. */
  foldedByte(place: number, depth: number): number;
  text(place: number): string;
}

const END = -1;
const ZERO = 0x30;
const NINE = 0x39;

// Up to this many names are compared as a whole, which costs less than finding where they differ.
const MIN_SPLIT = 4;

// Names that need whole comparisons are sorted in steps: this many first, then several times more on demand.
const FIRST_SORTED = 8;
const GROWTH = 8;

/** Adjacent names that have their first `depth` bytes in common. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  /** Whether the whole names must be compared, because they contain numbers or characters beyond ASCII. */
  readonly isCompared: boolean;
}

/** Names that are compared as a whole, sorted as far as needed. */
interface Compared {
  readonly items: { readonly place: number; readonly name: string }[];
  sorted: number;
  next: number;
}

/**
 * Yields ranked names in natural order, sorting lazily: ranked names with the same start are adjacent, so only their
 * first different byte must be read.
 * Cost: depends on the number of names read, not of all; but a group of names with the same start before a number is
 * sorted as a whole.
 */
export class NaturalWalk {
  readonly #names: SortedNames;
  readonly #found: number[] = [];
  /** Groups still to be walked, the next one on top. */
  readonly #ahead: Group[];
  #compared: Compared | undefined;

  constructor(names: SortedNames) {
    this.#names = names;
    this.#ahead = names.count === 0 ? [] : [{ start: 0, end: names.count, depth: 0, isCompared: false }];
  }

  /** The ranked position of the name at a place in natural order. */
  at(place: number): number {
    while (this.#found.length <= place) this.#advance();
    return this.#found[place]!;
  }

  #advance(): void {
    if (this.#compared !== undefined) {
      this.#takeCompared(this.#compared);
      return;
    }
    const group = this.#ahead.pop()!;
    const size = group.end - group.start;
    if (size === 1) this.#found.push(group.start);
    else if (size <= MIN_SPLIT || group.isCompared) this.#compare(group);
    else this.#split(group);
  }

  #compare({ start, end }: Group): void {
    const items = Array.from({ length: end - start }, (_, at) => ({
      place: start + at,
      name: this.#names.text(start + at),
    }));
    this.#compared = { items, sorted: 0, next: 0 };
  }

  #takeCompared(compared: Compared): void {
    const { items, next } = compared;
    if (next === compared.sorted) {
      const end = Math.min(items.length, Math.max(FIRST_SORTED, next * GROWTH));
      const range = sortRange(items, next, end, (a, b) => compareNatural(a.name, b.name));
      for (const [at, item] of range.entries()) items[next + at] = item;
      compared.sorted = end;
    }
    this.#found.push(items[next]!.place);
    compared.next++;
    if (compared.next === items.length) this.#compared = undefined;
  }

  /** Splits a group by the next byte; names with a digit there stay together. */
  #split(group: Group): void {
    const { depth } = group;
    const groups: { readonly order: number; readonly group: Group }[] = [];
    for (let start = group.start; start < group.end;) {
      const byte = this.#names.foldedByte(start, depth);
      const isDigit = byte >= ZERO && byte <= NINE;
      const order = byte === END ? 0 : (ASCII_RANKS[byte] ?? 0);
      if (byte !== END && order === 0) {
        this.#ahead.push({ ...group, isCompared: true });
        return;
      }
      const end = this.#endOf(start, group.end, depth, isDigit ? NINE : byte);
      groups.push({ order, group: { start, end, depth: depth + 1, isCompared: isDigit || byte === END } });
      start = end;
    }
    groups.sort((a, b) => b.order - a.order);
    for (const { group: next } of groups) this.#ahead.push(next);
  }

  /** The position after the last name before `end` whose byte at `depth` is at most `byte`. */
  #endOf(start: number, end: number, depth: number, byte: number): number {
    // Galloping search, because groups are small compared with the rest: doubles the step until it is too far.
    let low = start;
    let step = 1;
    while (low + step < end && this.#names.foldedByte(low + step, depth) <= byte) {
      low += step;
      step *= 2;
    }
    let high = Math.min(end, low + step);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#names.foldedByte(middle, depth) <= byte) low = middle;
      else high = middle;
    }
    return high;
  }
}
