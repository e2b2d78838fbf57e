import { isAtEnd, isFollowing } from '../../state/follow.js';
import type { ScrollPosition } from '../../state/saved-view.js';
import { endOfTurns, findTurn } from '../../state/shown-turns.js';
import type { State } from '../../state/state.js';
import { TurnWindow } from '../../state/turn-window.js';

// Before the first layout.
const SCREEN_PX = 800;

// A reader who has just scrolled up is reading: a question is announced, and the view stays. Units: milliseconds.
const READING_MS = 5_000;

interface DrawnTurn {
  readonly element: HTMLElement;
  /** Absent for a message that is not in the thread yet. */
  readonly id: string | undefined;
}

/** A turn to bring into sight once it is drawn. */
interface Target {
  readonly turn: number;
  /** Gets the element of the turn, and what scrolls to a place on the page. */
  readonly show: (element: HTMLElement, scrollTo: (place: DOMRect) => void) => void;
}

/**
 * Scrolls the conversation and decides which turns are drawn. Follows new text while the reader is at the end; otherwise
 * what is seen never moves: turns that are drawn above it have the height of their gap, or the browser's scroll
 * anchoring makes up for the difference.
 */
export class LogScroller {
  readonly #window = new TurnWindow();
  readonly #drawn = new Map<number, DrawnTurn>();
  readonly #draw: () => void;
  readonly #resizes: ResizeObserver;
  #box: HTMLElement | undefined;
  #state: State | undefined;
  #isFollowing: boolean;
  /** Where the reader was, until the turn arrives and is drawn. */
  #wanted: ScrollPosition | undefined;
  #target: Target | undefined;
  #lastTop = 0;
  #lastWidth = 0;
  #hasEstimate = false;
  #scrolledUpAt = Number.NEGATIVE_INFINITY;
  #isAway = false;
  #isCheckDue = false;

  /** `draw` is called when something else is to be drawn, be it other turns or the button. */
  constructor(start: ScrollPosition, draw: () => void) {
    this.#isFollowing = start.isFollowing;
    this.#wanted = start.isFollowing ? undefined : start;
    this.#draw = draw;
    this.#resizes = new ResizeObserver((entries) => {
      this.#resized(entries.some(({ target }) => target === this.#box));
    });
  }

  /** Whether the reader is not at the end. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** The reader's position. */
  get position(): ScrollPosition {
    const at = this.#firstInSight();
    return { ...at, isFollowing: this.#isFollowing };
  }

  /** The number of the first turn in sight. */
  get firstTurn(): number {
    const id = this.#firstInSight().turn;
    const found = [...this.#drawn].find(([, drawn]) => drawn.id === id);
    return found?.[0] ?? this.#state?.firstTurn ?? 0;
  }

  /** The turns on the page, in their order. */
  get elements(): readonly (readonly [turn: number, element: HTMLElement])[] {
    return [...this.#drawn].map(([turn, { element }]) => [turn, element] as const).sort(([a], [b]) => a - b);
  }

  /** The element of a turn that is on the page. */
  elementOf(turn: number): HTMLElement | undefined {
    return this.#drawn.get(turn)?.element;
  }

  /** The turns and gaps to draw for a state. */
  rowsOf(state: State): TurnWindow['rows'] {
    const before = this.#state;
    if (state !== before) {
      this.#state = state;
      this.#takeTurns(before, state);
    }
    return this.#window.rows;
  }

  /** Scrolls a box until the function that it returns is called. */
  attach(box: HTMLElement): () => void {
    this.#box = box;
    this.#lastWidth = box.clientWidth;
    this.#resizes.observe(box);
    // A reader who opens a step wants to read it, not to be at the end. The event does not bubble.
    const onToggle = (): void => this.#settle(isAtEnd(box));
    const onTouch = ({ target }: Event): void => this.#pin(target);
    box.addEventListener('toggle', onToggle, { capture: true });
    box.addEventListener('click', onTouch, { capture: true });
    box.addEventListener('focusin', onTouch);
    return () => {
      this.#resizes.disconnect();
      box.removeEventListener('toggle', onToggle, { capture: true });
      box.removeEventListener('click', onTouch, { capture: true });
      box.removeEventListener('focusin', onTouch);
      this.#box = undefined;
    };
  }

  /** Called when the element of a turn is there. Returns a function to call when it goes. */
  addTurn(turn: number, id: string | undefined, element: HTMLElement): () => void {
    this.#drawn.set(turn, { element, id });
    this.#resizes.observe(element);
    return () => {
      this.#resizes.unobserve(element);
      if (this.#drawn.get(turn)?.element === element) this.#drawn.delete(turn);
    };
  }

  /** Called after each render. */
  drawn(): void {
    const box = this.#box;
    if (box === undefined) return;
    this.#measure();
    if (this.#target !== undefined) this.#showTarget(this.#target);
    else if (this.#wanted !== undefined) this.#restore(box, this.#wanted);
    else if (this.#isFollowing || isAtEnd(box)) this.goToEnd();
  }

  scrolled(): void {
    const box = this.#box;
    if (box === undefined) return;
    const follows = isFollowing(this.#isFollowing, this.#lastTop, box);
    if (!follows && box.scrollTop < this.#lastTop) this.#scrolledUpAt = performance.now();
    if (Math.abs(box.scrollTop - this.#lastTop) >= 1) this.#wanted = undefined;
    this.#settle(follows);
    if (this.#window.moveTo(box.scrollTop, box.clientHeight)) this.#drawOthers();
  }

  goToEnd(): void {
    const box = this.#box;
    this.#wanted = undefined;
    this.#target = undefined;
    if (box === undefined) return;
    if (this.#window.moveToEnd(box.clientHeight)) this.#drawOthers();
    box.scrollTop = box.scrollHeight;
    this.#settle(true);
  }

  /** Goes to the first turn that has arrived. */
  goToStart(): void {
    const box = this.#box;
    if (box === undefined) return;
    this.#wanted = undefined;
    this.#target = undefined;
    this.#scrolledUpAt = performance.now();
    if (this.#window.moveTo(0, box.clientHeight)) this.#drawOthers();
    box.scrollTop = 0;
    this.#settle(isAtEnd(box));
  }

  /** Takes the reader to a question at the end, unless they have just scrolled away from there. */
  ask(): void {
    if (performance.now() - this.#scrolledUpAt >= READING_MS) this.goToEnd();
  }

  /** Draws a turn, if need be, and then calls `show` with its element, to bring a part of it into sight. */
  reveal(turn: number, show: Target['show']): void {
    const target = { turn, show };
    const drawn = this.#drawn.get(turn);
    if (drawn !== undefined) {
      this.#showTarget(target);
      return;
    }
    this.#target = target;
    if (this.#window.show(turn, this.#screenPx)) this.#drawOthers();
  }

  /** Draws the turns before or after those that are drawn, for a reader who does not scroll. */
  showGap(turn: number): void {
    this.reveal(turn, (element, scrollTo) => {
      scrollTo(element.getBoundingClientRect());
      element.querySelector<HTMLElement>('button, a, summary, [tabindex]')?.focus({ preventScroll: true });
    });
  }

  get #screenPx(): number {
    const height = this.#box?.clientHeight ?? 0;
    return height === 0 ? SCREEN_PX : height;
  }

  #takeTurns(before: State | undefined, state: State): void {
    const isOther = before?.epoch !== state.epoch;
    const isLonger = before === undefined || endOfTurns(before) !== endOfTurns(state);
    const hasEarlier = !isOther && before.firstTurn !== state.firstTurn;
    if (isOther) {
      // The same thread may have come anew.
      if (before !== undefined && !this.#isFollowing) this.#wanted = this.position;
      this.#window.reset();
      this.#target = undefined;
      this.#hasEstimate = false;
    }
    // At its very beginning, the browser does not keep what is seen in its place.
    if (hasEarlier && !this.#isFollowing && this.#box?.scrollTop === 0) this.#wanted ??= this.position;
    this.#window.setTurns(state.firstTurn, endOfTurns(state));
    if (isOther || (isLonger && this.#isFollowing)) this.#window.moveToEnd(this.#screenPx);
  }

  #measure(): void {
    for (const [turn, { element }] of this.#drawn)
      this.#window.measure(turn, element.getBoundingClientRect().height);
    if (this.#hasEstimate || this.#drawn.size === 0) return;
    this.#hasEstimate = true;
    this.#window.estimate();
    this.#drawOthers();
  }

  #resized(isBox: boolean): void {
    const box = this.#box;
    if (box === undefined) return;
    if (box.clientWidth !== this.#lastWidth) {
      this.#lastWidth = box.clientWidth;
      this.#window.forgetHeights();
      this.#hasEstimate = false;
    }
    this.#measure();
    // A turn that grows without a render is one that the reader has opened: they are left to read it.
    if (isBox && this.#isFollowing) this.goToEnd();
    else if (!this.#isFollowing) this.#check();
  }

  /** Other turns are drawn; once that is laid out, still others may be needed. */
  #drawOthers(): void {
    this.#draw();
    if (this.#isCheckDue) return;
    this.#isCheckDue = true;
    requestAnimationFrame(() => {
      this.#isCheckDue = false;
      this.#check();
    });
  }

  #check(): void {
    const box = this.#box;
    if (box === undefined || this.#target !== undefined || this.#wanted !== undefined) return;
    const isMoved = this.#isFollowing
      ? this.#window.moveToEnd(box.clientHeight)
      : this.#window.moveTo(box.scrollTop, box.clientHeight);
    if (isMoved) this.#drawOthers();
  }

  #showTarget({ turn, show }: Target): void {
    const drawn = this.#drawn.get(turn);
    const box = this.#box;
    if (drawn === undefined || box === undefined) return;
    this.#target = undefined;
    this.#wanted = undefined;
    this.#window.pin(turn);
    this.#isFollowing = false;
    show(drawn.element, ({ top, height }) => {
      const { top: boxTop } = box.getBoundingClientRect();
      // To the middle; what is higher than the box, from its beginning on.
      box.scrollTop += top - boxTop - Math.max(0, (box.clientHeight - height) / 2);
    });
    this.#settle(isAtEnd(box));
    this.#drawOthers();
  }

  /** Goes to where the reader was; to the end if the conversation has no such turn any more. */
  #restore(box: HTMLElement, { turn: id, offsetPx }: ScrollPosition): void {
    const state = this.#state;
    if (state === undefined) return;
    const turn = id === undefined ? undefined : findTurn(state, id);
    if (turn === undefined) {
      if (!state.hasEarlier) {
        this.goToEnd();
        return;
      }
      box.scrollTop = box.scrollHeight;
      this.#lastTop = box.scrollTop;
      return;
    }
    const drawn = this.#drawn.get(turn);
    if (drawn === undefined) {
      if (this.#window.show(turn, this.#screenPx)) this.#drawOthers();
      return;
    }
    this.#wanted = undefined;
    box.scrollTop += drawn.element.getBoundingClientRect().top - box.getBoundingClientRect().top - offsetPx;
    this.#settle(isAtEnd(box));
    this.#drawOthers();
  }

  #settle(isStillFollowing: boolean): void {
    const box = this.#box;
    if (box === undefined) return;
    this.#isFollowing = isStillFollowing;
    this.#lastTop = box.scrollTop;
    const isAway = !isStillFollowing && !isAtEnd(box);
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#draw();
  }

  #firstInSight(): Pick<ScrollPosition, 'turn' | 'offsetPx'> {
    const topPx = this.#box?.getBoundingClientRect().top ?? 0;
    const found = [...this.#drawn]
      .sort(([a], [b]) => a - b)
      .find(([, { id, element }]) => id !== undefined && element.getBoundingClientRect().bottom > topPx)?.[1];
    if (found?.id === undefined) return { offsetPx: 0 };
    return { turn: found.id, offsetPx: Math.round(found.element.getBoundingClientRect().top - topPx) };
  }

  #pin(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    for (const [turn, { element }] of this.#drawn) if (element.contains(target)) this.#window.pin(turn);
  }
}
