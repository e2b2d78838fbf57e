import type { AgentEvent } from '../../../actors/protocol/agent.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { appendEvent } from './append-event.js';

// A screen draws 60 times a second, so sending more often has no visible effect.
const FRAME_MS = 16;

/** Batches events once a frame, so that a fast model costs one message a frame and not one a token. */
export class EventBatcher {
  readonly #emit: (events: readonly AgentEvent[]) => void;
  readonly #soon: Debounce;
  #waiting: AgentEvent[] = [];

  /** Calls `emit` with a batch, in order and never empty. */
  constructor(clock: Clock, emit: (events: readonly AgentEvent[]) => void) {
    this.#emit = emit;
    this.#soon = new Debounce(clock, { maxMs: FRAME_MS }, () => {
      this.#send();
    });
  }

  push(event: AgentEvent): void {
    appendEvent(this.#waiting, event);
    this.#soon.trigger();
  }

  /** Emits the current batch at once. */
  flush(): void {
    this.#soon.runNow();
  }

  /** Drops the current batch. */
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
