import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import type { Output } from '../terminal/output.js';
import type { Frame } from '../terminal/frame.js';
import { LiveRegion } from '../terminal/live-region.js';

// 30 frames a second look smooth; more would be drawn for nobody.
const FRAME_MS = 33;

/** The rows at the bottom of a terminal, drawn when they change and not more often than one can see. */
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

  /** Nothing is shown before `show`. `compose` says how the rows look now. */
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

  /** Leaves nothing of the rows on the screen. */
  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    process.off('SIGWINCH', this.#onResize);
    this.#nextFrame.cancel();
    this.#out.control(this.#region.clear());
  }

  /** What is written so that a text stands above the rows. */
  print(text: string): string {
    this.#nextFrame.cancel();
    return this.#region.print(text, this.#isShown ? this.#compose() : { rows: [] });
  }

  /** Something looks other than it did: it is drawn soon. */
  invalidate(): void {
    if (this.#isShown) this.#nextFrame.trigger();
  }

  /** The same at once, for the answer to a key. */
  redraw(): void {
    this.#nextFrame.cancel();
    if (this.#isShown) this.#draw();
  }

  #draw(): void {
    this.#out.control(this.#region.draw(this.#compose()));
  }
}
