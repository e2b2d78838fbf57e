type Disposer = () => PromiseLike<void> | void;

/** What was started together: disposed in reverse order, all of it, whatever fails on the way. */
export class Scope implements AsyncDisposable {
  #disposers: Disposer[] = [];
  #disposal: Promise<void> | undefined;

  /** Adds something to dispose and hands it back. */
  use<T extends AsyncDisposable>(resource: T): T {
    this.defer(() => resource[Symbol.asyncDispose]());
    return resource;
  }

  /** Adds something to do at disposal. */
  defer(disposer: Disposer): void {
    this.#disposers.push(disposer);
  }

  /** Errors: `AggregateError` of all that failed, once everything was tried. The same promise at each call. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    const errors: unknown[] = [];
    for (const dispose of this.#disposers.reverse()) {
      try {
        await dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    this.#disposers = [];
    if (errors.length > 0) throw new AggregateError(errors, 'Some parts could not be disposed of.');
  }
}
