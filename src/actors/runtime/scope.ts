type Disposer = () => PromiseLike<void> | void;

/** A group of resources that are disposed of together, in reverse order. A failure does not stop the rest. */
export class Scope implements AsyncDisposable {
  #disposers: Disposer[] = [];
  #disposal: Promise<void> | undefined;

  /** Adds a resource and returns it. */
  use<T extends AsyncDisposable>(resource: T): T {
    this.defer(() => resource[Symbol.asyncDispose]());
    return resource;
  }

  /** Adds a function to call at disposal. */
  defer(disposer: Disposer): void {
    this.#disposers.push(disposer);
  }

  /** Errors: `AggregateError` with all failures, once every resource was tried. Later calls get the same promise. */
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
