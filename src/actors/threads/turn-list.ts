import type { ThreadEntry } from '../protocol/thread.js';
import { closeTurns, foldTurns, interruptTurns, toTurns } from './fold-turns.js';
import type { TurnView } from './turn-view.js';

/**
 * The turns of a growing branch: those that no later entry changes, and the last one.
 * Cost: an entry costs what its turn costs, whatever came before; the list of the ended turns is copied once a turn.
 */
export class TurnList implements Iterable<TurnView> {
  static readonly EMPTY = new TurnList([], undefined);

  /** The turns before the last one. The same array until a turn begins. */
  readonly ended: readonly TurnView[];
  readonly last: TurnView | undefined;

  private constructor(ended: readonly TurnView[], last: TurnView | undefined) {
    this.ended = ended;
    this.last = last;
  }

  /** The turns of a branch. */
  static of(branch: readonly ThreadEntry[]): TurnList {
    const turns = toTurns(branch);
    return new TurnList(turns.slice(0, -1), turns.at(-1));
  }

  get length(): number {
    return this.last === undefined ? 0 : this.ended.length + 1;
  }

  /** The turn of an index, which may count from the end, as in an array. */
  at(index: number): TurnView | undefined {
    const place = index < 0 ? this.length + index : index;
    return place === this.ended.length ? this.last : this.ended[place];
  }

  [Symbol.iterator](): Iterator<TurnView> {
    return (this.last === undefined ? this.ended : [...this.ended, this.last])[Symbol.iterator]();
  }

  /** The turns after one more entry of the branch. */
  add(entry: ThreadEntry): TurnList {
    const changed = foldTurns(this.#lastAlone, entry);
    const last = changed.at(-1);
    if (changed.length > 1) return new TurnList([...this.ended, ...changed.slice(0, -1)], last);
    return last === this.last ? this : new TurnList(this.ended, last);
  }

  /** The turns of a thread on which nobody works. */
  interrupt(): TurnList {
    return new TurnList(this.ended, interruptTurns(this.#lastAlone)[0]);
  }

  /**
   * The turns with older ones before them. Shape: `earlier` are the entries that come right before the first turn, and
   * begin with the beginning of a turn.
   */
  prepend(earlier: readonly ThreadEntry[]): TurnList {
    const turns = toTurns(earlier);
    if (this.last === undefined) return new TurnList(turns.slice(0, -1), turns.at(-1));
    return new TurnList([...closeTurns(turns), ...this.ended], this.last);
  }

  get #lastAlone(): readonly TurnView[] {
    return this.last === undefined ? [] : [this.last];
  }
}
