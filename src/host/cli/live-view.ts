import type { Clock } from '../../actors/runtime/clock.js';
import type { Output } from './output.js';
import type { Frame } from './terminal/frame.js';
import { LiveRegion } from './terminal/live-region.js';

// 30 frames a second look smooth; more would be drawn for nobody.
const FRAME_MS = 33;

/** The rows at the bottom of a terminal, drawn when they change and not more often than one can see. */
export class LiveView {
  readonly #region = new LiveRegion();
  readonly #out: Output;
  readonly #clock: Clock;
  readonly #compose: () => Frame;
  #callOff: (() => void) | undefined;
  #isShown = false;
  readonly #onResize = (): void => {
    if (!this.#isShown) return;
    this.#out.control(this.#region.resize(this.#out.columns));
    this.#draw();
  };

  /** Nothing is shown before `show`. `compose` says how the rows look now. */
  constructor(out: Output, clock: Clock, compose: () => Frame) {
    this.#out = out;
    this.#clock = clock;
    this.#compose = compose;
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
    this.#callOff?.();
    this.#callOff = undefined;
    this.#out.control(this.#region.clear());
  }

  /** What is written so that a text stands above the rows. */
  print(text: string): string {
    this.#callOff?.();
    this.#callOff = undefined;
    return this.#region.print(text, this.#isShown ? this.#compose() : { rows: [] });
  }

  /** Something looks other than it did: it is drawn soon. */
  invalidate(): void {
    if (!this.#isShown || this.#callOff !== undefined) return;
    this.#callOff = this.#clock.after(FRAME_MS, () => {
      this.#callOff = undefined;
      this.#draw();
    });
  }

  /** The same at once, for the answer to a key. */
  redraw(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#isShown) this.#draw();
  }

  #draw(): void {
    this.#out.control(this.#region.draw(this.#compose()));
  }
}
