import { ActorLostError } from '../actors/protocol/errors.js';
import { type Deferred, deferred } from '../actors/runtime/deferred.js';
import type { Protocol, Ref } from '../actors/runtime/ref.js';

/** How a supervised actor is: on its way up, there, between two lives, or given up. */
export type LifeState = 'starting' | 'alive' | 'restarting' | 'failed';

/** The lives of one supervised actor: which one is present, who waits for the next, and whether there is none to come. */
export class Lives<P extends Protocol> {
  readonly #name: string;
  readonly #listeners = new Set<(ref: Ref<P>) => void>();
  readonly #stateListeners = new Set<(state: LifeState) => void>();
  #state: LifeState = 'starting';
  #present: Ref<P> | undefined;
  #givenUpFor: Error | undefined;
  #next = awaited<Ref<P>>();
  #lost = deferred<ActorLostError>();

  constructor(name: string) {
    this.#name = name;
  }

  /** The present life, or the next one. Errors: why there is none to come. */
  async current(): Promise<Ref<P>> {
    if (this.#givenUpFor !== undefined) throw this.#givenUpFor;
    return this.#present ?? this.#next.promise;
  }

  /** Resolves when there is no life to come. */
  get lost(): Promise<ActorLostError> {
    return this.#lost.promise;
  }

  onLife(listener: (ref: Ref<P>) => void): () => void {
    this.#listeners.add(listener);
    if (this.#present !== undefined) listener(this.#present);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` with the present state and with each that follows. */
  onState(listener: (state: LifeState) => void): () => void {
    this.#stateListeners.add(listener);
    listener(this.#state);
    return () => this.#stateListeners.delete(listener);
  }

  begin(ref: Ref<P>): void {
    this.#present = ref;
    this.#next.resolve(ref);
    for (const listener of this.#listeners) listener(ref);
    this.#enter('alive');
  }

  end(): void {
    if (this.#present === undefined) return;
    this.#present = undefined;
    this.#next = awaited();
    // Its supervisor may give it up before its last life is cleared away.
    if (this.#givenUpFor === undefined) this.#enter('restarting');
  }

  giveUp(why: unknown): void {
    const error =
      why instanceof Error
        ? why
        : new ActorLostError(`The ${this.#name} actor failed: ${String(why)}`, { actor: this.#name });
    this.#givenUpFor = error;
    this.#next.reject(error);
    this.#lost.resolve(
      error instanceof ActorLostError
        ? error
        : new ActorLostError(
            `The ${this.#name} actor was given up: ${error.message}`,
            { actor: this.#name },
            { cause: error },
          ),
    );
    this.#enter('failed');
  }

  /** After it was given up: there may be another life. */
  reopen(): void {
    this.#givenUpFor = undefined;
    this.#next = awaited();
    this.#lost = deferred();
    this.#enter('starting');
  }

  #enter(state: LifeState): void {
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }
}

/** A rejection that nobody may be waiting for. */
function awaited<T>(): Deferred<T> {
  const next = deferred<T>();
  next.promise.catch(() => undefined);
  return next;
}
