import type { PlanView } from '../../../actors/protocol/plans/plan-view.js';
import { type Deferred, deferred } from '../../../actors/runtime/deferred.js';

interface RunOptions {
  /** The machine that decides what is carried out. */
  readonly actor: {
    subscribe(observer: { readonly next: () => void; readonly error: (thrown: unknown) => void }): unknown;
    stop(): unknown;
  };
  /** Whether nothing more is carried out. */
  readonly isDone: () => boolean;
  /** Resolves to the plan, once everything so far is stored. Errors: `ThreadStoreError`. */
  readonly settled: () => Promise<PlanView>;
  readonly stop: () => void;
}

/** The steps of an approved plan on their way: until all are finished, or the plan waits at one. */
export class PlanRun {
  readonly #options: RunOptions;
  readonly #result: Deferred<PlanView> = deferred();
  #isOver = false;

  /** @internal Runs come from a `ThreadPlan`. */
  constructor(options: RunOptions) {
    this.#options = options;
    // Whoever starts a run may not look at its end.
    this.#result.promise.catch(() => undefined);
    const look = (): void => {
      if (!this.#isOver && options.isDone()) this.#end();
    };
    options.actor.subscribe({
      next: look,
      error: (thrown) => {
        this.#isOver = true;
        this.#result.reject(thrown);
      },
    });
    look();
  }

  /** Whether nothing more of the plan is carried out. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves to the plan once nothing more is carried out, and that is stored. Errors: `ThreadStoreError`. */
  result(): Promise<PlanView> {
    return this.#result.promise;
  }

  /** Stops the step that runs, at which the plan waits then. */
  stop(): void {
    if (!this.#isOver) this.#options.stop();
  }

  /** @internal Leaves the step as it is: it is running for whoever opens the thread again. */
  leave(): void {
    this.#options.actor.stop();
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#options.settled().then(this.#result.resolve, this.#result.reject);
  }
}
