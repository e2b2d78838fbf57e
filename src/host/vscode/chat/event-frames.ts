import type { AgentEvent } from '../../../actors/protocol/agent.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { addEvent } from './merge-events.js';

// A screen draws 60 times a second: what is sent more often is drawn together anyway.
const FRAME_MS = 16;

/** Gathers events for a frame, so that a fast model costs one message for each frame and not one for each token. */
export class EventFrames {
  readonly #emit: (events: readonly AgentEvent[]) => void;
  readonly #soon: Debounce;
  #waiting: AgentEvent[] = [];

  /** `emit` gets what was gathered, in order; never nothing. */
  constructor(clock: Clock, emit: (events: readonly AgentEvent[]) => void) {
    this.#emit = emit;
    this.#soon = new Debounce(clock, { maxMs: FRAME_MS }, () => {
      this.#send();
    });
  }

  push(event: AgentEvent): void {
    addEvent(this.#waiting, event);
    this.#soon.trigger();
  }

  /** Emits at once what waits. */
  flush(): void {
    this.#soon.runNow();
  }

  /** Forgets what waits. */
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
