import type { ViewEvent } from '../../../actors/protocol/ui.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { mergeLive } from '../../../actors/threads/live-state.js';

// A screen draws 60 times a second, so sending more often has no visible effect.
const FRAME_MS = 16;

/** Gathers events of a frame, so that a fast model costs one message a frame and not one a token. */
export class EventFrames {
  readonly #emit: (events: readonly ViewEvent[]) => void;
  readonly #soon: Debounce;
  #waiting: ViewEvent[] = [];

  /** Calls `emit` with the events of a frame, in order and never empty. */
  constructor(clock: Clock, emit: (events: readonly ViewEvent[]) => void) {
    this.#emit = emit;
    this.#soon = new Debounce(clock, { maxMs: FRAME_MS }, () => {
      this.#send();
    });
  }

  push(event: ViewEvent): void {
    const last = this.#waiting.at(-1);
    const merged =
      last?.type === 'live' && event.type === 'live' ? mergeLive(last.event, event.event) : undefined;
    if (merged === undefined) this.#waiting.push(event);
    else this.#waiting[this.#waiting.length - 1] = { type: 'live', event: merged };
    this.#soon.trigger();
  }

  /** Emits the current frame at once. */
  flush(): void {
    this.#soon.runNow();
  }

  /** Drops the current frame. */
  drop(): void {
    this.#soon.cancel();
    this.#waiting = [];
  }

  #send(): void {
    const events = this.#waiting;
    if (events.length === 0) return;
    this.#waiting = [];
    this.#emit(events);
  }
}
