/** Runs steps one after the other, each of which may be cancelled. */
export class StepQueue {
  /** Settles when the steps so far have ended. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #waiting = new Set<AbortController>();

  /** Runs a step behind those before it. Errors: those of the step. */
  run<Value>(step: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const cancelled = new AbortController();
    this.#waiting.add(cancelled);
    const done = this.#last.then(() => step(cancelled.signal));
    const settled = (): void => {
      this.#waiting.delete(cancelled);
    };
    this.#last = done.then(settled, settled);
    return done;
  }

  /** Resolves when the steps that there are now have ended. */
  get settled(): Promise<unknown> {
    return this.#last;
  }

  /** Aborts the signals of the steps that have not ended. */
  cancel(): void {
    for (const waiting of this.#waiting) waiting.abort();
  }
}
