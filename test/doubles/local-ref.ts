import type { ActorBody, AskArg, AskKind, AskReply, Protocol, Ref } from '../../src/actors/runtime/ref.js';

/** A `Ref` straight to an actor's body, in the same thread, that keeps what it was sent. */
export interface LocalRef<P extends Protocol> extends Ref<P> {
  /** Every ask and tell so far, in order. */
  readonly received: { readonly kind: string; readonly arg: unknown }[];
}

export function localRef<P extends Protocol>(name: string, body: ActorBody<P>): LocalRef<P> {
  const received: { kind: string; arg: unknown }[] = [];
  return {
    name,
    received,
    async ask<K extends AskKind<P>>(
      kind: K,
      arg: AskArg<P, K>,
      options: { signal?: AbortSignal } = {},
    ): Promise<AskReply<P, K>> {
      options.signal?.throwIfAborted();
      received.push({ kind, arg });
      const reply = await body.asks[kind](arg, { signal: options.signal ?? new AbortController().signal });
      options.signal?.throwIfAborted();
      return reply;
    },
    tell(kind, arg) {
      received.push({ kind, arg });
      body.tells[kind](arg);
    },
    on: () => () => undefined,
    lost: new Promise(() => undefined),
    [Symbol.asyncDispose]: async () => body.stop?.(),
  };
}
