import {
  MessageChannel,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
  type ResourceLimits,
} from 'node:worker_threads';
import { ActorLostError, fromWire, toWire, type WireError } from '../protocol/errors.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';
import { systemClock, type Clock } from './clock.js';
import { deferred } from './deferred.js';
import type { ActorBody, Protocol } from './ref.js';
import { connect, type Connection, serve } from './remote.js';
import { THREAD_LIMITS } from './thread-limits.js';

// A thread that has not reported by then never will: loading takes 50 ms, or ten times that from a slow disk.
const DEFAULT_READY_TIMEOUT_MS = 15_000;

// A body that cannot stop by then is stuck in a loop: its thread is terminated.
const STOP_TIMEOUT_MS = 2_000;

interface ThreadData {
  readonly port: MessagePort;
  readonly name: string;
  readonly data: unknown;
}

type StartReport = { readonly ready: true } | { readonly failed: WireError };

interface ThreadOptions {
  readonly entry: URL;
  readonly name: string;
  /** Passed to the function that makes the body. Must be cloneable. */
  readonly data: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** The environment of the thread, and of the programs that it starts. Default: that of this thread. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Units: milliseconds. Default 15,000. */
  readonly readyTimeoutMs?: number;
  readonly clock?: Clock;
}

/**
 * An actor on a worker thread of its own, ready for asks. Disposing of the ref stops the body, then the thread.
 * Errors: what the function that makes the body threw, of the same class; `ActorLostError` when the thread ends or does
 * not become ready in time.
 */
export async function startThread<P extends Protocol>(options: ThreadOptions): Promise<Connection<P>> {
  const { name, clock = systemClock, readyTimeoutMs = DEFAULT_READY_TIMEOUT_MS } = options;
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(options.entry, {
    name,
    workerData: { port: port2, name, data: options.data } satisfies ThreadData,
    transferList: [port2],
    resourceLimits: { ...THREAD_LIMITS, ...options.resourceLimits },
    ...omitUndefined({ env: options.environment }),
  });
  const loss = deferred<ActorLostError>();
  let cause: unknown;
  worker.once('error', (error) => {
    cause = error;
  });
  worker.once('exit', (exitCode) => {
    const why = cause instanceof Error ? `: ${cause.message}` : ` with exit code ${exitCode}`;
    loss.resolve(new ActorLostError(`The ${name} thread ended${why}.`, { actor: name, exitCode }, { cause }));
  });

  const firstWord = deferred<StartReport>();
  worker.once('message', firstWord.resolve);
  const cancelTimer = clock.after(readyTimeoutMs, () => {
    const message = `The ${name} thread was not ready within ${readyTimeoutMs} ms.`;
    firstWord.resolve({ failed: toWire(new ActorLostError(message, { actor: name })) });
  });
  const report = await Promise.race([
    firstWord.promise,
    loss.promise.then((error): StartReport => ({ failed: toWire(error) })),
  ]);
  cancelTimer();
  if ('failed' in report) {
    await worker.terminate();
    port1.close();
    throw fromWire(report.failed);
  }

  const ref = connect<P>(port1, { name, lost: loss.promise, clock });
  return {
    ...ref,
    async [Symbol.asyncDispose]() {
      const stopped = Promise.resolve(ref[Symbol.asyncDispose]());
      await Promise.race([
        stopped,
        new Promise<void>((resolve) => {
          const cancelStop = clock.after(STOP_TIMEOUT_MS, resolve);
          void stopped.finally(cancelStop);
        }),
      ]);
      await worker.terminate();
    },
  };
}

/** The thread's side of `startThread`. The entry file of a thread calls it once. */
export async function runActor<P extends Protocol>(
  create: (data: unknown) => ActorBody<P> | Promise<ActorBody<P>>,
): Promise<void> {
  const { port, name, data } = workerData as ThreadData;
  try {
    serve(await create(data), port, { name });
    parentPort?.postMessage({ ready: true } satisfies StartReport);
  } catch (error) {
    parentPort?.postMessage({ failed: toWire(error) } satisfies StartReport);
    port.close();
  }
}
