/** What the conversation is drawn as: turns by their numbers, and gaps in the place of turns that are far away. */
export type VirtualRow =
  | { readonly kind: 'turn'; readonly turn: number }
  /** The turns from `from` to before `to`. Units: CSS pixels. */
  | { readonly kind: 'gap'; readonly from: number; readonly to: number; readonly heightPx: number };

// Before the first turn is measured: a short question with a short answer.
const FIRST_ESTIMATE_PX = 160;

// Turns are drawn this many screens before they come into sight, so that scrolling meets no gap.
const MARGIN_SCREENS = 1.5;

// Turns are drawn anew, all at once, when less than this is left.
const MIN_MARGIN_SCREENS = 0.5;

// Turns that are further away are gaps again.
const MAX_MARGIN_SCREENS = 3;

// What a reader has opened in a turn would be lost with it. More than anybody compares at once.
const MAX_PINNED = 16;

/**
 * Decides which turns are drawn: those near what is seen, the last one, and those that the reader has touched. All
 * others are gaps as high as they were when they were last drawn, or as the average turn.
 * Cost: what is drawn, and for a new position one addition for each turn before it.
 */
export class TurnWindow {
  readonly #heights = new Map<number, number>();
  #estimatePx = FIRST_ESTIMATE_PX;
  #first = 0;
  #end = 0;
  #from = 0;
  #to = 0;
  #pinned: readonly number[] = [];
  /** Absent when it has to be made again. The heights of drawn turns are not part of it. */
  #rows: readonly VirtualRow[] | undefined;

  /** Sets the numbers of the turns that there are. */
  setTurns(first: number, end: number): void {
    if (first === this.#first && end === this.#end) return;
    this.#rows = undefined;
    this.#first = first;
    this.#end = end;
    this.#from = clamp(this.#from, first, end);
    this.#to = clamp(this.#to, this.#from, end);
  }

  /** Forgets everything, for another conversation. */
  reset(): void {
    this.forgetHeights();
    this.#estimatePx = FIRST_ESTIMATE_PX;
    this.#from = 0;
    this.#to = 0;
    this.#pinned = [];
    this.#rows = undefined;
  }

  /** Forgets what was measured, for another width. */
  forgetHeights(): void {
    this.#heights.clear();
    this.#rows = undefined;
  }

  measure(turn: number, heightPx: number): void {
    this.#heights.set(turn, heightPx);
  }

  /** Takes the average of what is measured as the height of what is not. */
  estimate(): void {
    const { size } = this.#heights;
    if (size === 0) return;
    let sumPx = 0;
    for (const heightPx of this.#heights.values()) sumPx += heightPx;
    this.#estimatePx = sumPx / size;
    this.#rows = undefined;
  }

  /** Draws the end of the conversation. Returns whether other turns are drawn than before. */
  moveToEnd(screenPx: number): boolean {
    const fromEnd = (margins: number): number => this.#fromEnd(screenPx * (1 + margins));
    const isNear = this.#from <= fromEnd(MIN_MARGIN_SCREENS) && this.#from >= fromEnd(MAX_MARGIN_SCREENS);
    return this.#set(isNear ? this.#from : fromEnd(MARGIN_SCREENS), this.#end);
  }

  /**
   * Draws what is seen from `topPx` on and its surroundings. Returns whether other turns are drawn than before.
   * Units: CSS pixels from the beginning of the first turn.
   */
  moveTo(topPx: number, screenPx: number): boolean {
    const near = this.#between(topPx, screenPx, MIN_MARGIN_SCREENS);
    if (near.from >= this.#from && near.to <= this.#to) return false;
    const { from, to } = this.#between(topPx, screenPx, MARGIN_SCREENS);
    return this.#set(from, to);
  }

  /** Draws a turn and its surroundings, and returns whether it was not drawn before. */
  show(turn: number, screenPx: number): boolean {
    if (this.isDrawn(turn)) return false;
    return this.moveTo(this.topOf(turn), screenPx);
  }

  /** Keeps a turn that the reader has touched. */
  pin(turn: number): void {
    this.#pinned = [...this.#pinned.filter((other) => other !== turn), turn].slice(-MAX_PINNED);
    this.#rows = undefined;
  }

  isDrawn(turn: number): boolean {
    const isNear = turn >= this.#from && turn < this.#to;
    return isNear || turn === this.#end - 1 || this.#pinned.includes(turn);
  }

  /** The beginning of a turn. Units: CSS pixels from the beginning of the first turn. */
  topOf(turn: number): number {
    return this.#heightBetween(this.#first, turn);
  }

  /** All turns in their order, each drawn or in a gap. */
  get rows(): readonly VirtualRow[] {
    return (this.#rows ??= this.#listRows());
  }

  #listRows(): readonly VirtualRow[] {
    const rows: VirtualRow[] = [];
    let next = this.#first;
    const draw = (turn: number): void => {
      if (turn > next)
        rows.push({ kind: 'gap', from: next, to: turn, heightPx: this.#heightBetween(next, turn) });
      if (turn < this.#end) rows.push({ kind: 'turn', turn });
      next = turn + 1;
    };
    for (const turn of this.#drawn()) draw(turn);
    if (next < this.#end) draw(this.#end);
    return rows;
  }

  /** The first of the last turns that are this high together. */
  #fromEnd(heightPx: number): number {
    let from = this.#end;
    for (let leftPx = heightPx; leftPx > 0 && from > this.#first;) leftPx -= this.#heightOf(--from);
    return from;
  }

  #drawn(): readonly number[] {
    const near = Array.from({ length: this.#to - this.#from }, (_, index) => this.#from + index);
    const others = [...this.#pinned, this.#end - 1].filter(
      (turn) => turn >= this.#first && turn < this.#end && (turn < this.#from || turn >= this.#to),
    );
    return [...new Set([...near, ...others])].sort((a, b) => a - b);
  }

  #between(topPx: number, screenPx: number, margins: number): { readonly from: number; readonly to: number } {
    const startPx = topPx - screenPx * margins;
    const endPx = topPx + screenPx * (1 + margins);
    let from = this.#first;
    let bottomPx = 0;
    for (; from < this.#end - 1; from++) {
      const heightPx = this.#heightOf(from);
      if (bottomPx + heightPx > startPx) break;
      bottomPx += heightPx;
    }
    let to = from;
    while (to < this.#end && bottomPx < endPx) bottomPx += this.#heightOf(to++);
    return { from, to };
  }

  #set(from: number, to: number): boolean {
    if (from === this.#from && to === this.#to) return false;
    this.#from = from;
    this.#to = to;
    this.#rows = undefined;
    return true;
  }

  #heightOf(turn: number): number {
    return this.#heights.get(turn) ?? this.#estimatePx;
  }

  #heightBetween(from: number, to: number): number {
    let heightPx = 0;
    for (let turn = from; turn < to; turn++) heightPx += this.#heightOf(turn);
    return heightPx;
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
