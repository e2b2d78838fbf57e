import { sortRange } from '../collections/sort-range.js';
import { compareNatural, PLAIN_PLACES } from './natural-order.js';

/** Names in the order of a `NameTable`, none twice. */
export interface RankedNames {
  readonly count: number;
  /** A byte of a name, ASCII letters in lower case; -1 behind its end. */
  foldedByte(place: number, depth: number): number;
  text(place: number): string;
}

const END = -1;
const ZERO = 0x30;
const NINE = 0x39;

// So few names are read and compared at once: looking for where they differ would cost more.
const MIN_SPLIT = 4;

// Of many names that must be compared, so many are sorted first, and then so many times more with each further need.
const FIRST_SORTED = 8;
const GROWTH = 8;

/** Names that stand side by side and all start with the same `depth` bytes. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  /** Whether only comparing the whole names tells their order: there are numbers in it, or more than ASCII. */
  readonly isCompared: boolean;
}

/** Names that have to be compared, the first ones sorted. */
interface Compared {
  readonly items: { readonly place: number; readonly name: string }[];
  sorted: number;
  next: number;
}

/**
 * Ranked names in natural order, found one after the other: because they are ranked, names that start alike stand side
 * by side, and it is enough to look where they begin to differ.
 * Cost: what was asked for, not how many there are; where many share a start and a number follows, those are read.
 */
export class NaturalWalk {
  readonly #names: RankedNames;
  readonly #found: number[] = [];
  /** Groups not yet walked, the next one on top. */
  readonly #ahead: Group[];
  #compared: Compared | undefined;

  constructor(names: RankedNames) {
    this.#names = names;
    this.#ahead = names.count === 0 ? [] : [{ start: 0, end: names.count, depth: 0, isCompared: false }];
  }

  /** Where the name at a place of the natural order stands among the ranked ones. */
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

  /** Makes groups of the names that have the same next byte, or a digit. */
  #split(group: Group): void {
    const { depth } = group;
    const groups: { readonly order: number; readonly group: Group }[] = [];
    for (let start = group.start; start < group.end;) {
      const byte = this.#names.foldedByte(start, depth);
      const isDigit = byte >= ZERO && byte <= NINE;
      const order = byte === END ? 0 : (PLAIN_PLACES[byte] ?? 0);
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

  /** The place behind the last name before `end` whose byte at a depth is at most `byte`. */
  #endOf(start: number, end: number, depth: number, byte: number): number {
    // Groups are small next to what is left: the step grows from 1 until it is too far.
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
