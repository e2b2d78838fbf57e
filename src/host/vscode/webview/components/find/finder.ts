import type { TurnView } from '../../../../../actors/threads/turn-view.js';
import { endOfTurns, turnOf } from '../../state/shown-turns.js';
import type { State } from '../../state/state.js';
import type { LogScroller } from '../conversation/log-scroller.js';
import { drawTexts } from './draw-texts.js';
import { countMatches, listRanges, listTexts, patternOf } from './find-text.js';

// Between two slices of work the view draws and takes keys. Half of a frame. Units: milliseconds.
const SLICE_MS = 8;

// The names of the highlights in the style sheet.
const ALL = 'troupe-find';
const CURRENT = 'troupe-find-current';

/** A match: the number of its turn, and its place among the matches in that turn. */
interface Match {
  readonly turn: number;
  readonly index: number;
}

/** What the bar says of a search. */
export interface FindStatus {
  /** Counts from 1; 0 while there is none. */
  readonly position: number;
  readonly count: number;
  /** Whether some turns have not been searched yet. */
  readonly isSearching: boolean;
}

/**
 * Searches the text of all turns as it is drawn. Turns that are not on the page are drawn apart from it, a few at a time,
 * and their texts are kept; matches on the page are highlighted.
 */
export class Finder {
  readonly #scroller: LogScroller;
  readonly #onFound: (found: FindStatus) => void;
  readonly #texts = new WeakMap<TurnView, readonly string[]>();
  #counts = new WeakMap<TurnView, number>();
  #state: State | undefined;
  #query = '';
  #current: Match | undefined;
  /** The turn in sight when the query was typed, from which on matches are looked for. */
  #start = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(scroller: LogScroller, onFound: (found: FindStatus) => void) {
    this.#scroller = scroller;
    this.#onFound = onFound;
  }

  /** Searches for another text, from what is in sight on. */
  search(query: string): void {
    this.#query = query;
    this.#counts = new WeakMap();
    this.#start = this.#scroller.firstTurn;
    this.#current = undefined;
    this.#continue();
  }

  /** Takes the conversation as it is now. */
  update(state: State): void {
    const last = this.#state?.turns.last;
    // What is streamed into a turn does not change the turn.
    if (last !== undefined) this.#counts.delete(last);
    this.#state = state;
    this.#timer ??= setTimeout(() => this.#continue());
  }

  /** Goes to the next match, or the one before. After the last comes the first. */
  step(direction: 1 | -1): void {
    const state = this.#state;
    if (state === undefined) return;
    const from = this.#current;
    if (from === undefined) return;
    const index = from.index + direction;
    if (index >= 0 && index < this.#countOf(from.turn)) {
      this.#goTo({ turn: from.turn, index });
      return;
    }
    const { firstTurn } = state;
    const total = endOfTurns(state) - firstTurn;
    for (let distance = 1; distance <= total; distance++) {
      const place = (from.turn - firstTurn + direction * distance + total * 2) % total;
      const count = this.#countOf(firstTurn + place);
      if (count === 0) continue;
      this.#goTo({ turn: firstTurn + place, index: direction === 1 ? 0 : count - 1 });
      return;
    }
  }

  /** Ends the search for good and removes all highlights. */
  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(CURRENT);
  }

  /** Counts matches in turns that were not searched yet, for one slice of time. */
  #continue(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const state = this.#state;
    if (state === undefined || this.#isClosed) return;
    const isDone = this.#query === '' || this.#searchSlice(state);
    if (!isDone) this.#timer = setTimeout(() => this.#continue());
    this.#highlight();
    this.#tell(state, !isDone);
  }

  /** Returns whether all turns have been searched. */
  #searchSlice(state: State): boolean {
    const pattern = patternOf(this.#query);
    const end = endOfTurns(state);
    const total = end - state.firstTurn;
    const deadline = performance.now() + SLICE_MS;
    const start = Math.min(Math.max(this.#start, state.firstTurn), end);
    for (let distance = 0; distance < total; distance++) {
      const number = state.firstTurn + ((start - state.firstTurn + distance) % total);
      const turn = turnOf(state, number);
      if (turn === undefined || this.#counts.has(turn)) continue;
      if (performance.now() > deadline) return false;
      const count = countMatches(this.#textsOf(number, turn), pattern);
      this.#counts.set(turn, count);
      if (count > 0 && this.#current === undefined) this.#goTo({ turn: number, index: 0 });
    }
    return !state.hasEarlier;
  }

  #textsOf(number: number, turn: TurnView): readonly string[] {
    const element = this.#scroller.elementOf(number);
    if (element !== undefined) return listTexts(element);
    const known = this.#texts.get(turn);
    if (known !== undefined) return known;
    const texts = drawTexts(turn);
    this.#texts.set(turn, texts);
    return texts;
  }

  #countOf(number: number): number {
    const turn = this.#state === undefined ? undefined : turnOf(this.#state, number);
    return turn === undefined ? 0 : (this.#counts.get(turn) ?? 0);
  }

  #goTo(match: Match): void {
    this.#current = match;
    const query = this.#query;
    this.#scroller.reveal(match.turn, (element, scrollTo) => {
      if (query !== this.#query || this.#isClosed) return;
      const ranges = listRanges(element, patternOf(query));
      const range = ranges[Math.min(match.index, ranges.length - 1)];
      const parent = range?.startContainer.parentElement;
      for (let fold = parent?.closest('details'); fold != null; fold = fold.parentElement?.closest('details'))
        fold.open = true;
      parent?.scrollIntoView({ block: 'nearest' });
      scrollTo((range ?? element).getBoundingClientRect());
      this.#highlight();
    });
    if (this.#state !== undefined) this.#tell(this.#state, this.#timer !== undefined);
  }

  #highlight(): void {
    const all = new Highlight();
    const current = new Highlight();
    current.priority = 1;
    if (this.#query !== '') {
      const pattern = patternOf(this.#query);
      for (const [number, element] of this.#scroller.elements)
        for (const [index, range] of listRanges(element, pattern).entries()) {
          all.add(range);
          if (number === this.#current?.turn && index === this.#current.index) current.add(range);
        }
    }
    CSS.highlights.set(ALL, all);
    CSS.highlights.set(CURRENT, current);
  }

  #tell(state: State, isSearching: boolean): void {
    let count = 0;
    let position = 0;
    for (let number = state.firstTurn; number < endOfTurns(state); number++) {
      if (number === this.#current?.turn) position = count + this.#current.index + 1;
      count += this.#countOf(number);
    }
    this.#onFound({ position: Math.min(position, count), count, isSearching });
  }
}
