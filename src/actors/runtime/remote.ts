import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expose, transfer, wrap } from 'comlink';
import {
  ActorLostError,
  AskTimeoutError,
  CancellationError,
  fromWire,
  MailboxFullError,
  toWire,
  type WireError,
} from '../protocol/errors.js';
import { systemClock, type Clock } from './clock.js';
import { deferred } from './deferred.js';
import { readIterable, writeIterable } from './iterable-port.js';
import { buffersOf, type PackedReply, packReply, unpackReply } from './long-text.js';
import type { ActorBody, AskArg, AskKind, AskOptions, AskReply, Emit, Protocol, Ref } from './ref.js';

// Asks an actor may hold unanswered: far above what a host sends, far below what would hurt.
const DEFAULT_CAPACITY = 1000;

/** What a reply looks like between threads. comlink alone would lose an error's class, code and cause. */
type Envelope =
  | { readonly value: unknown }
  | { readonly packed: PackedReply }
  | { readonly failed: WireError }
  | { readonly stream: MessagePort };

/** The surface that comlink carries. */
interface Door {
  ask(id: number, kind: string, arg: unknown): Promise<Envelope>;
  cancel(id: number): void;
  tell(kind: string, arg: unknown): void;
  listen(port: MessagePort): void;
  stop(): Promise<Envelope>;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Lets an actor answer what arrives at `port` until the other end closes. */
export function serve<P extends Protocol>(
  body: ActorBody<P>,
  port: MessagePort,
  options: { readonly name: string; readonly capacity?: number },
): void {
  const capacity = options.capacity ?? DEFAULT_CAPACITY;
  const pending = new Map<number, AbortController>();
  const listeners = new Set<MessagePort>();
  const asks = body.asks as Record<string, (arg: unknown, context: { signal: AbortSignal }) => unknown>;
  const tells = body.tells as Record<string, (arg: unknown) => void>;
  const emit: Emit<P> = (kind, event) => {
    for (const listener of listeners) listener.postMessage([kind, event]);
  };

  const door: Door = {
    async ask(id, kind, arg) {
      if (pending.size >= capacity) {
        const message = `${options.name} already holds ${capacity} unanswered asks; try again when some are done.`;
        return { failed: toWire(new MailboxFullError(message, { actor: options.name, capacity })) };
      }
      const controller = new AbortController();
      pending.set(id, controller);
      try {
        if (!Object.hasOwn(asks, kind)) throw new TypeError(`${options.name} does not understand "${kind}".`);
        const reply = await asks[kind]?.(arg, { signal: controller.signal });
        const packed = packReply(reply);
        if (packed !== undefined) {
          return transfer({ packed }, buffersOf(packed));
        }
        if (!isIterable(reply)) return { value: reply };
        const { port1, port2 } = new MessageChannel();
        void writeIterable(reply, port1);
        return transfer({ stream: port2 }, [port2]);
      } catch (error) {
        return { failed: toWire(error) };
      } finally {
        pending.delete(id);
      }
    },
    cancel(id) {
      pending.get(id)?.abort(new CancellationError('The caller cancelled.', {}));
    },
    tell(kind, arg) {
      if (Object.hasOwn(tells, kind)) tells[kind]?.(arg);
    },
    listen(listener) {
      listeners.add(listener);
      listener.once('close', () => listeners.delete(listener));
    },
    async stop() {
      try {
        await body.stop?.();
        return { value: undefined };
      } catch (error) {
        return { failed: toWire(error) };
      }
    },
  };

  port.once('close', () => {
    const reason = new CancellationError('The caller is gone.', {});
    for (const controller of pending.values()) controller.abort(reason);
    for (const listener of listeners) listener.close();
  });
  expose(door, port);
  body.start?.(emit);
}

/** A ref to the actor served at the other end of `port`. Disposing of it stops the actor politely. */
export function connect<P extends Protocol>(
  port: MessagePort,
  options: {
    readonly name: string;
    /** Resolves when the actor is gone. Without it, a closed port says so. */
    readonly lost?: Promise<ActorLostError>;
    readonly clock?: Clock;
  },
): Ref<P> {
  const { name, clock = systemClock } = options;
  const door = wrap<Door>(port);
  const loss = deferred<ActorLostError>();
  const rejections = new Set<(error: Error) => void>();
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  let lostWith: ActorLostError | undefined;
  let nextId = 0;

  const markLost = (error: ActorLostError): void => {
    if (lostWith !== undefined) return;
    lostWith = error;
    for (const reject of rejections) reject(error);
    rejections.clear();
    loss.resolve(error);
  };
  const whenLost = (reject: (error: Error) => void): (() => void) => {
    if (lostWith === undefined) rejections.add(reject);
    else reject(lostWith);
    return () => rejections.delete(reject);
  };
  if (options.lost === undefined)
    port.once('close', () => {
      markLost(new ActorLostError(`${name} closed its port.`, { actor: name }));
    });
  // A thread's end closes its port too, a moment earlier, but only the thread knows why.
  else void options.lost.then(markLost);

  const events = new MessageChannel();
  events.port1.on('message', ([kind, event]: [string, unknown]) => {
    for (const listener of listeners.get(kind) ?? []) listener(event);
  });
  void door.listen(transfer(events.port2, [events.port2]));

  const ask = <K extends AskKind<P>>(
    kind: K,
    arg: AskArg<P, K>,
    { signal, timeoutMs }: AskOptions = {},
  ): Promise<AskReply<P, K>> =>
    new Promise((resolve, reject) => {
      if (lostWith !== undefined) return reject(lostWith);
      if (signal?.aborted === true) return reject(signal.reason);
      const id = (nextId += 1);
      const settle = (): void => {
        rejections.delete(fail);
        signal?.removeEventListener('abort', onAbort);
        callOff?.();
      };
      const fail = (error: unknown): void => {
        settle();
        reject(error);
      };
      const giveUp = (error: unknown): void => {
        fail(error);
        void door.cancel(id);
      };
      const onAbort = (): void => {
        giveUp(signal?.reason);
      };
      const callOff =
        timeoutMs === undefined
          ? undefined
          : clock.after(timeoutMs, () => {
              const message = `${name} did not answer "${kind}" within ${timeoutMs} ms.`;
              giveUp(new AskTimeoutError(message, { actor: name, ask: kind, timeoutMs }));
            });
      rejections.add(fail);
      signal?.addEventListener('abort', onAbort, { once: true });
      door.ask(id, kind, arg).then((envelope) => {
        settle();
        if ('failed' in envelope) reject(fromWire(envelope.failed));
        else if ('stream' in envelope) resolve(readIterable(envelope.stream, whenLost) as AskReply<P, K>);
        else if ('packed' in envelope) {
          resolve(unpackReply(envelope.packed) as AskReply<P, K>);
          free(buffersOf(envelope.packed));
        } else resolve(envelope.value as AskReply<P, K>);
      }, fail);
      return undefined;
    });

  return {
    name,
    ask,
    tell(kind, arg) {
      if (lostWith === undefined) void door.tell(kind, arg);
    },
    on(kind, listener) {
      const ofKind = listeners.get(kind) ?? new Set();
      listeners.set(kind, ofKind.add(listener as (event: unknown) => void));
      return () => {
        ofKind.delete(listener as (event: unknown) => void);
      };
    },
    lost: loss.promise,
    async [Symbol.asyncDispose]() {
      if (lostWith !== undefined) return;
      await Promise.race([door.stop(), loss.promise]);
      events.port1.close();
      port.close();
    },
  };
}

/** An actor and a ref to it in one thread, with everything cloned in between as it would be across two. */
export function connectInProcess<P extends Protocol>(
  body: ActorBody<P>,
  options: { readonly name: string; readonly capacity?: number; readonly clock?: Clock },
): Ref<P> {
  const { port1, port2 } = new MessageChannel();
  serve(body, port1, options);
  return connect<P>(port2, options);
}

/** Frees memory at once: much of it that waits for a collection brings one about, in the middle of some later ask. */
function free(buffers: readonly ArrayBuffer[]): void {
  const { port1, port2 } = new MessageChannel();
  // What is given away to nobody is freed.
  port2.close();
  port1.postMessage(undefined, buffers);
  port1.close();
}
