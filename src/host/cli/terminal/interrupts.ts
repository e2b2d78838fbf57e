import { constants } from 'node:os';
import { type Clock, systemClock } from '../../../actors/runtime/clock.js';
import { ExitCode } from './exit-codes.js';

// The exit code of a process that a signal ended is 128 plus the signal's number. Source: POSIX shells.
const SIGNAL_BASE = 128;

const ENDING = ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

// A key that ends another program is a signal for this one too, and may reach it after the news of that end. With a
// keyboard of its own again, a program gets no signals from keys. Units: milliseconds.
const LATE_MS = 200;

/**
 * Handles Ctrl-C: the first one cancels the current work, a second one leaves. SIGTERM, SIGQUIT and a closed terminal do
 * both at once.
 */
export class Interrupts {
  #controller = new AbortController();
  #isLeaving = false;
  #isMuted = false;
  #cancelUnmuting = (): void => undefined;
  readonly #clock: Clock;
  #exitCode: number = ExitCode.interrupted;
  readonly #left = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #onInterrupt = (): void => {
    if (this.#isMuted) return;
    this.press();
    for (const listener of this.#listeners) listener();
  };
  readonly #onEnding = (signal: NodeJS.Signals): void => {
    if (this.#isMuted && signal === 'SIGQUIT') return;
    if (!this.#left.signal.aborted) this.#exitCode = SIGNAL_BASE + constants.signals[signal];
    this.#left.abort();
    this.#controller.abort();
  };

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    process.on('SIGINT', this.#onInterrupt);
    for (const signal of ENDING) process.on(signal, this.#onEnding);
  }

  /** Aborts at the next Ctrl-C. Get a new one for each piece of work with `next()`. */
  get current(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts at a second Ctrl-C with no new work in between, and when the process is asked to end. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** The exit code after leaving. */
  get exitCode(): number {
    return this.#exitCode;
  }

  /**
   * Resolves to the exit code of `work`; once the person has left, its outcome does not matter, and this resolves to the exit
   * code after leaving.
   */
  orLeave(work: Promise<number>): Promise<number> {
    const left = new Promise<number>((resolve) => {
      const leave = (): void => {
        resolve(this.exitCode);
      };
      if (this.left.aborted) leave();
      else this.left.addEventListener('abort', leave);
    });
    work.catch(() => undefined);
    return Promise.race([work, left]);
  }

  /** The signal for a new piece of work; an earlier Ctrl-C no longer counts. */
  next(): AbortSignal {
    if (this.#controller.signal.aborted) this.#controller = new AbortController();
    this.#isLeaving = false;
    return this.#controller.signal;
  }

  press(): void {
    if (this.#isLeaving) this.#left.abort();
    this.#isLeaving = true;
    this.#controller.abort();
  }

  /** Cancels the current work without leaving. */
  cancel(): void {
    this.#controller.abort();
  }

  /** Calls `listener` at each Ctrl-C that arrives as a signal. Returns the function that ends this. */
  onSignal(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Ignores Ctrl-C and Ctrl-\\ while another program has the terminal, and those that come late. */
  mute(isMuted: boolean): void {
    this.#cancelUnmuting();
    if (isMuted) this.#isMuted = true;
    else
      this.#cancelUnmuting = this.#clock.after(LATE_MS, () => {
        this.#isMuted = false;
      });
  }

  close(): void {
    this.#cancelUnmuting();
    process.off('SIGINT', this.#onInterrupt);
    for (const signal of ENDING) process.off(signal, this.#onEnding);
  }
}
