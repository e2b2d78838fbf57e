import type { Clock } from '../../runtime/clock.js';

// People leave a page that does not begin to come in this time. Units: milliseconds.
const FIRST_BYTE_MS = 15_000;

// A server that sends nothing for so long has forgotten the request. Units: milliseconds.
const IDLE_MS = 10_000;

// A page of 5 MB comes in this time over a slow line. Units: milliseconds.
const TOTAL_MS = 60_000;

/** The time that a page may take: until its first byte, between two pieces, and in all. Ends by `stop`. */
export class TimeLimit {
  readonly #clock: Clock;
  readonly #toError: (what: string) => Error;
  readonly #over = new AbortController();
  readonly #cancelTotal: () => void;
  #cancelNext: () => void;

  /** `toError` makes the reason of the signal from what took too long. */
  constructor(clock: Clock, toError: (what: string) => Error) {
    this.#clock = clock;
    this.#toError = toError;
    this.#cancelTotal = this.#after(TOTAL_MS, `it was not there whole after ${TOTAL_MS / 1000} s`);
    this.#cancelNext = this.#after(
      FIRST_BYTE_MS,
      `the server did not begin to answer within ${FIRST_BYTE_MS / 1000} s`,
    );
  }

  /** Aborts when the time is up. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Something came. */
  extend(): void {
    this.#cancelNext();
    this.#cancelNext = this.#after(
      IDLE_MS,
      `the server fell silent for ${IDLE_MS / 1000} s in the middle of it`,
    );
  }

  stop(): void {
    this.#cancelTotal();
    this.#cancelNext();
  }

  #after(delayMs: number, what: string): () => void {
    return this.#clock.after(delayMs, () => {
      this.#over.abort(this.#toError(what));
    });
  }
}
