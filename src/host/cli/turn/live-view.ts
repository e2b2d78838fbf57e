import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import type { Output } from '../terminal/output.js';
import type { Frame } from '../terminal/frame.js';
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
  readonly #onResize = (): void => {
    if (!this.#isShown) return;
    this.#out.control(this.#region.resize(this.#out.columns));
    this.#draw();
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
    return this.#region.print(text, this.#isShown ? this.#compose() : { rows: [] });
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
    this.#out.control(this.#region.draw(this.#compose()));
  }
}
