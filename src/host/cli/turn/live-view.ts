import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import type { Output } from '../terminal/output.js';
import { type Frame, NO_FRAME } from '../terminal/frame.js';
import { LiveRegion } from '../terminal/live-region.js';

// 30 frames a second look smooth; more would be wasted.
const FRAME_MS = 33;

/** Draws the rows at the bottom of a terminal when they change, at a limited rate. */
export class LiveView {
  readonly #region = new LiveRegion();
  readonly #out: Output;
  readonly #compose: () => Frame;
  readonly #nextFrame: Debounce;
  #isShown = false;
  #size = '';
  readonly #onResize = (): void => {
    if (this.#isShown) this.#draw();
  };

  /** Shows nothing before `show`. `compose` returns the current rows. */
  constructor(out: Output, clock: Clock, compose: () => Frame) {
    this.#out = out;
    this.#compose = compose;
    this.#nextFrame = new Debounce(clock, { maxMs: FRAME_MS }, () => {
      this.#draw();
    });
  }

  show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    process.on('SIGWINCH', this.#onResize);
    this.#draw();
  }

  /** Removes the rows from the screen. */
  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    process.off('SIGWINCH', this.#onResize);
    this.#nextFrame.cancel();
    this.#out.control(this.#region.clear());
  }

  /** The output that puts a text above the rows. */
  print(text: string): string {
    this.#nextFrame.cancel();
    if (!this.#isShown) return this.#region.print(text, NO_FRAME);
    return this.#adaptToSize() + this.#region.print(text, this.#compose());
  }

  /** Schedules a redraw after a change. */
  invalidate(): void {
    if (this.#isShown) this.#nextFrame.trigger();
  }

  /** Redraws at once, in response to a key. */
  redraw(): void {
    this.#nextFrame.cancel();
    if (this.#isShown) this.#draw();
  }

  #draw(): void {
    this.#out.control(this.#adaptToSize() + this.#region.draw(this.#compose()));
  }

  /** The output that removes the rows if the terminal has another size than when they were drawn. */
  #adaptToSize(): string {
    const out = this.#out;
    out.refreshSize();
    const size = `${out.columns}x${out.rows}`;
    if (this.#size === size) return '';
    this.#size = size;
    return this.#region.resize(out.columns);
  }
}
