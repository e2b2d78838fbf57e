/** What the person's Ctrl-C means: the first cancels what runs, a second one leaves. */
export class Interrupts {
  #controller = new AbortController();
  #isLeaving = false;
  readonly #left = new AbortController();
  readonly #onSignal = (): void => {
    this.press();
  };

  constructor() {
    process.on('SIGINT', this.#onSignal);
    process.on('SIGTERM', this.#onSignal);
  }

  /** Aborts at the next Ctrl-C. Take a new one for each piece of work, by `next()`. */
  get current(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts at a second Ctrl-C without anything started in between. */
  get left(): AbortSignal {
    return this.#left.signal;
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

  close(): void {
    process.off('SIGINT', this.#onSignal);
    process.off('SIGTERM', this.#onSignal);
  }
}
