import { constants } from 'node:os';
import { ExitCode } from './exit-codes.js';

// A process that a signal ends is reported by 128 and the signal's number. Source: POSIX shells.
const SIGNAL_BASE = 128;

const ENDING = ['SIGTERM', 'SIGHUP'] as const;

/**
 * What a person's Ctrl-C means: the first cancels what runs, a second one leaves. A request to terminate and a terminal
 * that was closed do both at once.
 */
export class Interrupts {
  #controller = new AbortController();
  #isLeaving = false;
  #isMuted = false;
  #exitCode: number = ExitCode.interrupted;
  readonly #left = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #onInterrupt = (): void => {
    if (this.#isMuted) return;
    this.press();
    for (const listener of this.#listeners) listener();
  };
  readonly #onEnding = (signal: NodeJS.Signals): void => {
    if (!this.#left.signal.aborted) this.#exitCode = SIGNAL_BASE + constants.signals[signal];
    this.#left.abort();
    this.#controller.abort();
  };

  constructor() {
    process.on('SIGINT', this.#onInterrupt);
    for (const signal of ENDING) process.on(signal, this.#onEnding);
  }

  /** Aborts at the next Ctrl-C. Take a new one for each piece of work, by `next()`. */
  get current(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts at a second Ctrl-C without anything started in between, and when the process is asked to end. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** What the process ends with when it was left. */
  get exitCode(): number {
    return this.#exitCode;
  }

  /** The signal for a new piece of work: a Ctrl-C before it counts no more. */
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

  /** Cancels what runs, and nothing else. */
  cancel(): void {
    this.#controller.abort();
  }

  /** Calls `listener` at each Ctrl-C that came as a signal. Returns the way to stop. */
  onSignal(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** While another program has the terminal, Ctrl-C is meant for it. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
  }

  close(): void {
    process.off('SIGINT', this.#onInterrupt);
    for (const signal of ENDING) process.off(signal, this.#onEnding);
  }
}
