import type { ActorLostError } from '../protocol/errors.js';

/** The messages of an actor: asks, which are answered, tells, which are not, and events, which it emits. */
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
  /** Cancels the ask: its promise rejects at once, and the signal of the actor's handler aborts. */
  readonly signal?: AbortSignal;
  /** Units: milliseconds. No limit when absent. */
  readonly timeoutMs?: number;
}

/** The address of an actor, and the only way to talk to it. */
export interface Ref<P extends Protocol> extends AsyncDisposable {
  readonly name: string;
  /**
   * The actor's answer. An `AsyncIterable` as reply is streamed as fast as it is read; leaving the loop early ends it
   * on the actor's side.
   * Errors: what the actor threw, of the same class; `ActorLostError` as soon as it dies; `AskTimeoutError`; the
   * signal's reason when cancelled.
   */
  ask<K extends AskKind<P>>(kind: K, arg: AskArg<P, K>, options?: AskOptions): Promise<AskReply<P, K>>;
  /** Sends a message without waiting for an answer. Never throws: a message to a lost actor is dropped. */
  tell<K extends TellKind<P>>(kind: K, arg: P['tells'][K]): void;
  /** Calls `listener` for each event of this kind until the returned function is called. */
  on<K extends EventKind<P>>(kind: K, listener: (event: P['events'][K]) => void): () => void;
  /** Resolves with the reason when the actor is gone. Never rejects. */
  readonly lost: Promise<ActorLostError>;
}

/** What the handler of one ask gets besides its argument. */
export interface AskContext {
  /** Aborts when the caller cancelled the ask, timed out or died. */
  readonly signal: AbortSignal;
}

/** The implementation of an actor: one handler for each message. */
export interface ActorBody<P extends Protocol> {
  readonly asks: {
    readonly [K in AskKind<P>]: (
      arg: AskArg<P, K>,
      context: AskContext,
    ) => AskReply<P, K> | Promise<AskReply<P, K>>;
  };
  readonly tells: { readonly [K in TellKind<P>]: (arg: P['tells'][K]) => void };
  /** Called once, with the function that emits the actor's events. */
  readonly start?: (emit: Emit<P>) => void;
  /** Called once when the actor is asked to stop. Its promise is awaited. */
  readonly stop?: () => Promise<void>;
}

export type Emit<P extends Protocol> = <K extends EventKind<P>>(kind: K, event: P['events'][K]) => void;
