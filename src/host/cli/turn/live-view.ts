import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { type Frame, fitFrame, NO_FRAME } from '../terminal/frame.js';
import { followStops } from '../terminal/job-control.js';
import { LiveRegion } from '../terminal/live-region.js';
import type { Output } from '../terminal/output.js';

// 30 frames a second look smooth; more would be wasted.
const FRAME_MS = 33;

/** Draws the rows at the bottom of a terminal when they change, at a limited rate. */
export class LiveView {
  readonly #region: LiveRegion;
  readonly #out: Output;
  readonly #compose: () => Frame;
  readonly #nextFrame: Debounce;
  #isShown = false;
  /** The size of the terminal for which the rows were drawn; `undefined` once it may have changed. */
  #size: string | undefined;
  #stopFollowing: (() => void) | undefined;
  readonly #onResize = (): void => {
    // Also when the size is the same again: a terminal that was narrower in between may have cut the rows.
    this.#size = undefined;
    this.#draw();
  };

  /** Shows nothing before `show`. `compose` returns the current rows. */
  constructor(out: Output, clock: Clock, compose: () => Frame) {
    this.#out = out;
    this.#region = new LiveRegion(out);
    this.#size = sizeOf(out);
    this.#compose = compose;
    this.#nextFrame = new Debounce(clock, { maxMs: FRAME_MS }, () => {
      this.#draw();
    });
  }

  show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    process.on('SIGWINCH', this.#onResize);
    this.#stopFollowing = followStops({
      release: () => {
        this.#erase();
      },
      retake: () => {
        this.#out.control(this.#region.restart());
        this.redraw();
      },
    });
    this.redraw();
  }

  /** Removes the rows from the screen. */
  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    process.off('SIGWINCH', this.#onResize);
    this.#stopFollowing?.();
    this.#erase();
  }

  /** The output that puts a text above the rows. */
  print(text: string): string {
    this.#nextFrame.cancel();
    return this.#adaptToSize() + this.#region.print(text, this.#isShown ? this.#frame() : NO_FRAME);
  }

  /** Schedules a redraw after a change. */
  invalidate(): void {
    if (this.#isShown) this.#nextFrame.trigger();
  }

  /** Redraws at once, in response to a key. */
  redraw(): void {
    this.#nextFrame.cancel();
    if (this.#isShown) this.#out.control(this.#adaptToSize() + this.#region.draw(this.#frame()));
  }

  #draw(): void {
    const out = this.#out;
    if (!this.#isShown) return;
    out.refreshSize();
    // What has moved out of sight could not be removed: a screen that is this small for a moment, while its window is
    // dragged, leaves nothing behind.
    if (this.#region.fits(out.columns, out.rows)) this.redraw();
  }

  #frame(): Frame {
    return fitFrame(this.#compose(), this.#out);
  }

  #erase(): void {
    this.#nextFrame.cancel();
    this.#out.control(this.#adaptToSize() + this.#region.clear());
  }

  /** The output that removes the rows if the terminal has another size than when they were drawn. */
  #adaptToSize(): string {
    const out = this.#out;
    out.refreshSize();
    const size = sizeOf(out);
    if (this.#size === size) return '';
    this.#size = size;
    return this.#region.resize(out.columns);
  }
}

function sizeOf({ columns, rows }: Output): string {
  return `${columns}x${rows}`;
}
