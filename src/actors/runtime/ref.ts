import type { ActorLostError } from '../protocol/errors.js';

/** What an actor understands: questions with an answer, notes without one, and what it announces by itself. */
export interface Protocol {
  readonly asks: object;
  readonly tells: object;
  readonly events: object;
}

export type AskKind<P extends Protocol> = keyof P['asks'] & string;
export type TellKind<P extends Protocol> = keyof P['tells'] & string;
export type EventKind<P extends Protocol> = keyof P['events'] & string;

export type AskArg<P extends Protocol, K extends AskKind<P>> = P['asks'][K] extends { arg: infer A }
  ? A
  : never;
export type AskReply<P extends Protocol, K extends AskKind<P>> = P['asks'][K] extends { reply: infer R }
  ? R
  : never;

export interface AskOptions {
  /** Cancels the ask: the promise rejects at once and the actor is told. */
  readonly signal?: AbortSignal;
  /** Units: milliseconds. No limit when absent. */
  readonly timeoutMs?: number;
}

/** The address of an actor: the only way to it. */
export interface Ref<P extends Protocol> extends AsyncDisposable {
  readonly name: string;
  /**
   * The actor's answer. A reply that is an `AsyncIterable` is pulled across as it is read; leaving its loop early
   * ends it on the other side.
   * Errors: what the actor threw, of the same class; `ActorLostError` at once when it dies; `AskTimeoutError`;
   * the signal's reason when cancelled.
   */
  ask<K extends AskKind<P>>(kind: K, arg: AskArg<P, K>, options?: AskOptions): Promise<AskReply<P, K>>;
  /** Sends without waiting. Never throws: a lost actor hears nothing. */
  tell<K extends TellKind<P>>(kind: K, arg: P['tells'][K]): void;
  /** Calls `listener` for each event of this kind until the returned function is called. */
  on<K extends EventKind<P>>(kind: K, listener: (event: P['events'][K]) => void): () => void;
  /** Resolves when the actor is gone, with the reason; never rejects. */
  readonly lost: Promise<ActorLostError>;
}

/** Lent to the handler of one ask. */
export interface AskContext {
  /** Aborts when the caller cancelled, timed out or died. */
  readonly signal: AbortSignal;
}

/** The inside of an actor: one handler for each message. */
export interface ActorBody<P extends Protocol> {
  readonly asks: {
    readonly [K in AskKind<P>]: (
      arg: AskArg<P, K>,
      context: AskContext,
    ) => AskReply<P, K> | Promise<AskReply<P, K>>;
  };
  readonly tells: { readonly [K in TellKind<P>]: (arg: P['tells'][K]) => void };
  /** Called once with the way to announce events. */
  readonly start?: (emit: Emit<P>) => void;
  /** Called once when the actor is told to stop; awaited. */
  readonly stop?: () => Promise<void>;
}

export type Emit<P extends Protocol> = <K extends EventKind<P>>(kind: K, event: P['events'][K]) => void;
