import { ActorLostError, TroupeError } from '../protocol/errors.js';
import { messageOf } from '../protocol/errors/message-of.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';
import { orAbort } from './abort.js';
import type { Clock } from './clock.js';
import { type Deferred, deferred } from './deferred.js';
import type { AskArg, AskKind, AskOptions, AskReply, EventKind, Protocol, Ref, TellKind } from './ref.js';
import type { Connection } from './remote.js';
import { RESTART_LIMITS, type SupervisionLimits } from './restart-budget.js';
import {
  type Instance,
  type InstanceEnd,
  type InstanceCallbacks,
  type SupervisionState,
  Supervisor,
} from './supervisor.js';

// An actor that fails twice before it was ever ready is broken (a missing file, a bad build), not unlucky.
const MAX_LOSSES_BEFORE_READY = 2;

interface SupervisedActorOptions<P extends Protocol> {
  readonly name: string;
  /** Starts the actor. Errors: after an `ActorLostError` the start is tried again; any other `TroupeError` is final. */
  readonly start: () => Promise<Connection<P>>;
  /** Whether the first instance starts at once, or with the first ask. Default: at once. */
  readonly isOnDemand?: boolean;
  readonly limits?: Partial<SupervisionLimits>;
  /** Default: the real clock. */
  readonly clock?: Clock;
  /** A number of at least 0 and below 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/** The state of a supervised actor. `idle`: nothing has asked it for anything, so it was not started. */
export type ActorState = 'idle' | SupervisionState;

/** A ref that switches to the next instance of its actor when one is lost. */
export interface SupervisedRef<P extends Protocol> extends Ref<P> {
  /** Calls `listener` with the current state of the actor and with each that follows. */
  onState(listener: (state: ActorState) => void): () => void;
  /** Stops the current instance, if there is one, and starts another, even after the supervisor gave up. */
  restart(): void;
}

/**
 * An actor that survives its crashes and hangs: it is started at once or on demand, and started again whenever it is
 * lost. Asks that are pending when an instance is lost reject; asks and tells made while there is no instance wait for
 * the next one. Neither a tell nor a listener starts one.
 */
export class SupervisedActor<P extends Protocol> implements SupervisedRef<P> {
  readonly name: string;
  readonly #options: SupervisedActorOptions<P>;
  readonly #supervisor: Supervisor;
  readonly #instanceListeners = new Set<(ref: Ref<P>) => void>();
  readonly #stateListeners = new Set<(state: ActorState) => void>();
  #isStarted = false;
  #current: Ref<P> | undefined;
  #next = ignoreRejection(deferred<Ref<P>>());
  #failure: Error | undefined;
  #lost = deferred<ActorLostError>();

  constructor(options: SupervisedActorOptions<P>) {
    const { name, isOnDemand = false, limits, clock, random = Math.random } = options;
    this.name = name;
    this.#options = options;
    this.#supervisor = new Supervisor({
      start: (report) => this.#start(report),
      rules: { ...RESTART_LIMITS, ...limits, maxLossesBeforeReady: MAX_LOSSES_BEFORE_READY },
      onState: (state, why) => {
        this.#enter(state, why);
      },
      onOver: () => {
        if (this.#current === undefined) return;
        this.#current = undefined;
        this.#next = ignoreRejection(deferred());
      },
      random,
      ...omitUndefined({ clock }),
    });
    if (!isOnDemand) this.#startFirst();
  }

  /** Resolves when the supervisor gives up or the actor is disposed of. */
  get lost(): Promise<ActorLostError> {
    return this.#lost.promise;
  }

  /** The current instance, or the next one, which is started if none was. Errors: why the supervisor gave up. */
  async current(): Promise<Ref<P>> {
    if (this.#failure === undefined && !this.#isStarted) this.#startFirst();
    return this.#upcoming();
  }

  async ask<K extends AskKind<P>>(kind: K, arg: AskArg<P, K>, options?: AskOptions): Promise<AskReply<P, K>> {
    const ref = await orAbort(this.current(), options?.signal);
    const reply = await ref.ask(kind, arg, options);
    this.#supervisor.markHealthy();
    return reply;
  }

  tell<K extends TellKind<P>>(kind: K, arg: P['tells'][K]): void {
    this.#upcoming().then(
      (ref) => {
        ref.tell(kind, arg);
      },
      () => undefined,
    );
  }

  on<K extends EventKind<P>>(kind: K, listener: (event: P['events'][K]) => void): () => void {
    let stopListening: () => void = () => undefined;
    const subscribe = (ref: Ref<P>): void => {
      stopListening();
      stopListening = ref.on(kind, listener);
    };
    this.#instanceListeners.add(subscribe);
    if (this.#current !== undefined) subscribe(this.#current);
    return () => {
      this.#instanceListeners.delete(subscribe);
      stopListening();
    };
  }

  onState(listener: (state: ActorState) => void): () => void {
    this.#stateListeners.add(listener);
    if (this.#failure !== undefined) listener('failed');
    else listener(this.#isStarted ? this.#supervisor.state : 'idle');
    return () => this.#stateListeners.delete(listener);
  }

  restart(): void {
    if (this.#isStarted) this.#supervisor.restart();
    else if (this.#failure === undefined) this.#startFirst();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#supervisor.close();
    this.#fail(new ActorLostError(`The ${this.name} actor was stopped.`, { actor: this.name }));
    this.#tellState('failed');
    await closed;
  }

  #startFirst(): void {
    this.#isStarted = true;
    this.#supervisor.start();
    this.#tellState('starting');
  }

  async #upcoming(): Promise<Ref<P>> {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#current ?? this.#next.promise;
  }

  #start(report: InstanceCallbacks): Instance {
    const starting = (async () => this.#options.start())();
    let started: Connection<P> | undefined;
    let disposal: Promise<void> | undefined;
    const dispose = (): Promise<void> => {
      disposal ??= starting.then(
        (ref) => ref[Symbol.asyncDispose](),
        () => undefined,
      );
      return disposal;
    };
    starting.then(
      (ref) => {
        started = ref;
        void ref.lost.then((error) => {
          void dispose();
          report.ended(endBy(error));
        });
        if (report.ready()) this.#begin(ref);
      },
      (error: unknown) => {
        report.ended(endBy(error));
      },
    );
    return {
      ping: () => {
        started?.ping(() => {
          report.alive();
        });
      },
      end: () => {
        const end = endBy(new ActorLostError(`The ${this.name} actor was ended.`, { actor: this.name }));
        void dispose().finally(() => {
          report.ended(end);
        });
      },
    };
  }

  #begin(ref: Ref<P>): void {
    this.#current = ref;
    this.#next.resolve(ref);
    for (const listener of this.#instanceListeners) listener(ref);
  }

  #enter(state: SupervisionState, { reason, error }: Pick<InstanceEnd, 'reason' | 'error'>): void {
    if (state === 'failed') {
      const message = `The ${this.name} actor was given up: ${reason}`;
      this.#fail(error instanceof Error ? error : new ActorLostError(message, { actor: this.name }));
    }
    if (state === 'starting') {
      this.#failure = undefined;
      this.#next = ignoreRejection(deferred());
      this.#lost = deferred();
    }
    this.#tellState(state);
  }

  #tellState(state: ActorState): void {
    for (const listener of this.#stateListeners) listener(state);
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#next.reject(error);
    const { name } = this;
    const message = `The ${name} actor was given up: ${error.message}`;
    this.#lost.resolve(
      error instanceof ActorLostError
        ? error
        : new ActorLostError(message, { actor: name }, { cause: error }),
    );
  }
}

function endBy(error: unknown): InstanceEnd {
  const isFinal = error instanceof TroupeError && !(error instanceof ActorLostError);
  return {
    reason: messageOf(error),
    error,
    retry: isFinal ? 'never' : 'withinLimits',
  };
}

/** Makes a promise that may reject while nobody waits for it. */
function ignoreRejection<T>(promised: Deferred<T>): Deferred<T> {
  promised.promise.catch(() => undefined);
  return promised;
}
