import type { Clock } from '../../actors/runtime/clock.js';
import { PausableTimer } from '../../actors/runtime/pausable-timer.js';

// A call that reports progress for longer than this is not going to end. Units: milliseconds.
const MAX_CALL_MS = 60 * 60_000;

interface CallClockOptions {
  readonly clock: Clock;
  /** Longest silence. Units: milliseconds. */
  readonly timeoutMs: number;
  /** Stops the time of whoever waits for the call; the returned function lets it go on. Default: it goes on. */
  readonly pauseCaller?: () => () => void;
}

/**
 * The time of one call. `signal` aborts when the server has been silent for too long, or the call has taken an hour. All
 * of it stands still while a person is asked.
 */
export class CallClock {
  readonly #options: CallClockOptions;
  readonly #controller = new AbortController();
  readonly #total: PausableTimer;
  #silence: PausableTimer;
  #holds = 0;
  #resumeCaller: (() => void) | undefined;

  /** Starts at once. */
  constructor(options: CallClockOptions) {
    this.#options = options;
    this.#total = new PausableTimer(options.clock, MAX_CALL_MS, this.#onTimeUp);
    this.#silence = new PausableTimer(options.clock, options.timeoutMs, this.#onTimeUp);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The server has given a sign of life. */
  noteProgress(): void {
    if (this.#holds > 0 || this.signal.aborted) return;
    this.#silence.stop();
    this.#silence = new PausableTimer(this.#options.clock, this.#options.timeoutMs, this.#onTimeUp);
  }

  /** Stops the time until there have been as many releases as holds. */
  hold(): void {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.#total.hold();
    this.#silence.hold();
    this.#resumeCaller = this.#options.pauseCaller?.();
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds > 0) return;
    this.#total.release();
    this.#silence.release();
    this.#resumeCaller?.();
    this.#resumeCaller = undefined;
  }

  /** Ends all of it: the call is over. */
  stop(): void {
    this.#total.stop();
    this.#silence.stop();
    this.#resumeCaller?.();
    this.#resumeCaller = undefined;
  }

  readonly #onTimeUp = (): void => {
    this.#controller.abort(new Error('The server did not answer in time.'));
  };
}
