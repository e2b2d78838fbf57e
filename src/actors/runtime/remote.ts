import { MessageChannel, type MessagePort, type TransferListItem } from 'node:worker_threads';
import { expose, releaseProxy, transfer, wrap } from 'comlink';
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
import type { ActorBody, AskArg, AskKind, AskOptions, AskReply, Emit, Protocol, Ref } from './ref.js';

// Asks that an actor may hold unanswered: far more than a host sends, far fewer than would use up memory.
const DEFAULT_CAPACITY = 1000;

/** What a reply looks like between threads. comlink alone would lose the class, code and cause of an error. */
type Envelope =
  | { readonly value: unknown }
  | { readonly failed: WireError }
  | { readonly stream: MessagePort };

/**
 * The only object that comlink proxies: it hands over the message ports that carry everything else. One call through
 * comlink takes longer than a short search.
 */
interface PortExchange {
  open(requests: MessagePort, events: MessagePort): void;
}

/** What a caller sends. The actor replies to requests that carry an id. */
type Request =
  | readonly [type: 'ask', id: number, kind: string, arg: unknown]
  | readonly [type: 'tell', kind: string, arg: unknown]
  | readonly [type: 'cancel', id: number]
  | readonly [type: 'stop', id: number]
  | readonly [type: 'ping', id: number];

type Reply = readonly [id: number, envelope: Envelope];

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

  const answer = async (
    id: number,
    kind: string,
    arg: unknown,
  ): Promise<readonly [Envelope, TransferListItem[]?]> => {
    if (pending.size >= capacity) {
      const message = `${options.name} already holds ${capacity} unanswered asks; try again when some are done.`;
      return [{ failed: toWire(new MailboxFullError(message, { actor: options.name, capacity })) }];
    }
    const controller = new AbortController();
    pending.set(id, controller);
    try {
      if (!Object.hasOwn(asks, kind)) throw new TypeError(`${options.name} does not understand "${kind}".`);
      const reply = await asks[kind]?.(arg, { signal: controller.signal });
      if (!isIterable(reply)) return [{ value: reply }];
      const { port1, port2 } = new MessageChannel();
      void writeIterable(reply, port1);
      return [{ stream: port2 }, [port2]];
    } catch (error) {
      return [{ failed: toWire(error) }];
    } finally {
      pending.delete(id);
    }
  };
  const stop = async (): Promise<Envelope> => {
    try {
      await body.stop?.();
      return { value: undefined };
    } catch (error) {
      return { failed: toWire(error) };
    }
  };
  const take = async (requests: MessagePort, request: Request): Promise<void> => {
    if (request[0] === 'tell') {
      const [, kind, arg] = request;
      if (Object.hasOwn(tells, kind)) tells[kind]?.(arg);
      return;
    }
    const [type, id] = request;
    if (type === 'ping') {
      requests.postMessage([id, { value: undefined }] satisfies Reply);
      return;
    }
    if (type === 'cancel') {
      pending.get(id)?.abort(new CancellationError('The caller cancelled.', {}));
      return;
    }
    const [envelope, transferred] =
      type === 'ask' ? await answer(id, request[2], request[3]) : [await stop()];
    try {
      requests.postMessage([id, envelope] satisfies Reply, transferred);
    } catch (error) {
      // The actor's reply cannot be cloned.
      requests.postMessage([id, { failed: toWire(error) }] satisfies Reply);
    }
  };

  let opened: MessagePort | undefined;
  const exchange: PortExchange = {
    open(requests, events) {
      opened = requests;
      listeners.add(events);
      events.once('close', () => listeners.delete(events));
      requests.on('message', (request: Request) => void take(requests, request));
    },
  };

  port.once('close', () => {
    const reason = new CancellationError('The caller is gone.', {});
    for (const controller of pending.values()) controller.abort(reason);
    for (const listener of listeners) listener.close();
    opened?.close();
  });
  expose(exchange, port);
  body.start?.(emit);
}

/** A ref to an actor whose thread can be pinged. */
export interface Connection<P extends Protocol> extends Ref<P> {
  /**
   * Calls `onAnswer` when the actor's thread has processed a message, even if the actor itself is busy with an earlier
   * one. A thread that is gone, or that is stuck in a loop, never calls it.
   */
  ping(onAnswer: () => void): void;
}

/** A ref to the actor served at the other end of `port`. Disposing of it asks the actor to stop, and waits for that. */
export function connect<P extends Protocol>(
  port: MessagePort,
  options: {
    readonly name: string;
    /** Resolves when the actor is gone. Default: the actor is lost when the port closes. */
    readonly lost?: Promise<ActorLostError>;
    readonly clock?: Clock;
  },
): Connection<P> {
  const { name, clock = systemClock } = options;
  const replies = new Map<number, (envelope: Envelope) => void>();
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
  // The port of a thread closes a moment before the thread ends, but only the end of the thread tells the reason.
  else void options.lost.then(markLost);

  const events = new MessageChannel();
  events.port1.on('message', ([kind, event]: [string, unknown]) => {
    for (const listener of listeners.get(kind) ?? []) listener(event);
  });
  const requests = new MessageChannel();
  requests.port1.on('message', ([id, envelope]: Reply) => {
    const take = replies.get(id);
    if (take !== undefined) take(envelope);
    // The caller no longer waits for this reply.
    else if ('stream' in envelope) envelope.stream.close();
  });
  const send = (request: Request): void => {
    requests.port1.postMessage(request);
  };
  const exchange = wrap<PortExchange>(port);
  void exchange.open(transfer(requests.port2, [requests.port2]), transfer(events.port2, [events.port2]));

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
        replies.delete(id);
        rejections.delete(fail);
        signal?.removeEventListener('abort', onAbort);
        cancelTimer?.();
      };
      const fail = (error: unknown): void => {
        settle();
        reject(error);
      };
      const giveUp = (error: unknown): void => {
        fail(error);
        send(['cancel', id]);
      };
      const onAbort = (): void => {
        giveUp(signal?.reason);
      };
      const cancelTimer =
        timeoutMs === undefined
          ? undefined
          : clock.after(timeoutMs, () => {
              const message = `${name} did not answer "${kind}" within ${timeoutMs} ms.`;
              giveUp(new AskTimeoutError(message, { actor: name, ask: kind, timeoutMs }));
            });
      rejections.add(fail);
      signal?.addEventListener('abort', onAbort, { once: true });
      replies.set(id, (envelope) => {
        settle();
        if ('failed' in envelope) reject(fromWire(envelope.failed));
        else if ('stream' in envelope) resolve(readIterable(envelope.stream, whenLost) as AskReply<P, K>);
        else resolve(envelope.value as AskReply<P, K>);
      });
      try {
        send(['ask', id, kind, arg]);
      } catch (error) {
        // The argument of the ask cannot be cloned.
        fail(error);
      }
      return undefined;
    });

  return {
    name,
    ask,
    tell(kind, arg) {
      if (lostWith === undefined) send(['tell', kind, arg]);
    },
    on(kind, listener) {
      const ofKind = listeners.get(kind) ?? new Set();
      listeners.set(kind, ofKind.add(listener as (event: unknown) => void));
      return () => {
        ofKind.delete(listener as (event: unknown) => void);
      };
    },
    lost: loss.promise,
    ping(onAnswer) {
      if (lostWith !== undefined) return;
      const id = (nextId += 1);
      replies.set(id, () => {
        replies.delete(id);
        onAnswer();
      });
      send(['ping', id]);
    },
    async [Symbol.asyncDispose]() {
      if (lostWith !== undefined) return;
      const id = (nextId += 1);
      const stopped = new Promise((resolve) => replies.set(id, resolve));
      send(['stop', id]);
      await Promise.race([stopped, loss.promise]);
      requests.port1.close();
      events.port1.close();
      // Released here and not by the garbage collector: comlink ends the actor's side once the proxy is collected,
      // and this reference keeps it alive until now.
      exchange[releaseProxy]();
      port.close();
    },
  };
}

/** An actor and a ref to it in one thread. Messages are cloned as they would be between two threads. */
export function connectInProcess<P extends Protocol>(
  body: ActorBody<P>,
  options: { readonly name: string; readonly capacity?: number; readonly clock?: Clock },
): Connection<P> {
  const { port1, port2 } = new MessageChannel();
  serve(body, port1, options);
  return connect<P>(port2, options);
}
