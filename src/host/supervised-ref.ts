import type { ActorLostError } from '../actors/protocol/errors.js';
import { orAbort } from '../actors/runtime/abort.js';
import type {
  AskArg,
  AskKind,
  AskOptions,
  AskReply,
  EventKind,
  Protocol,
  Ref,
  TellKind,
} from '../actors/runtime/ref.js';
import type { LifeState } from './lives.js';

/** Keeps one life of an actor after another going. */
export interface Supervisor<P extends Protocol> extends AsyncDisposable {
  /** The living actor, once there is one. Errors: why it was given up. */
  current(): Promise<Ref<P>>;
  /** Calls `listener` with each new life, the present one included. */
  onLife(listener: (ref: Ref<P>) => void): () => void;
  /** Calls `listener` with the present state and with each that follows. */
  onState(listener: (state: LifeState) => void): () => void;
  /** Told that the present life does its work. */
  proven(): void;
  /** Ends the present life, if there is one, and begins another, also after the actor was given up. */
  restart(): void;
  /** Resolves when it is given up or disposed of. */
  readonly lost: Promise<ActorLostError>;
}

/**
 * A ref that outlives the crashes of its actor. What was asked when it died rejects at once; what is asked while it
 * is down waits for the next life.
 */
export class SupervisedRef<P extends Protocol> implements Ref<P> {
  readonly name: string;
  readonly #supervisor: Supervisor<P>;

  constructor(name: string, supervisor: Supervisor<P>) {
    this.name = name;
    this.#supervisor = supervisor;
  }

  get lost(): Promise<ActorLostError> {
    return this.#supervisor.lost;
  }

  async ask<K extends AskKind<P>>(kind: K, arg: AskArg<P, K>, options?: AskOptions): Promise<AskReply<P, K>> {
    const ref = await orAbort(this.#supervisor.current(), options?.signal);
    const reply = await ref.ask(kind, arg, options);
    this.#supervisor.proven();
    return reply;
  }

  tell<K extends TellKind<P>>(kind: K, arg: P['tells'][K]): void {
    this.#supervisor.current().then(
      (ref) => {
        ref.tell(kind, arg);
      },
      () => undefined,
    );
  }

  on<K extends EventKind<P>>(kind: K, listener: (event: P['events'][K]) => void): () => void {
    let forgetOne: () => void = () => undefined;
    const forgetLives = this.#supervisor.onLife((ref) => {
      forgetOne();
      forgetOne = ref.on(kind, listener);
    });
    return () => {
      forgetLives();
      forgetOne();
    };
  }

  /** Calls `listener` with the present state of the actor and with each that follows. */
  onState(listener: (state: LifeState) => void): () => void {
    return this.#supervisor.onState(listener);
  }

  restart(): void {
    this.#supervisor.restart();
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#supervisor[Symbol.asyncDispose]();
  }
}
