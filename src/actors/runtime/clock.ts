/** Time as an injected dependency, so that a test can pass an hour at once. */
export interface Clock {
  /** Units: milliseconds since 1970. */
  now(): number;
  /** Calls `callback` once after `delayMs`; the returned function cancels the timer. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The real clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Resolves after `delayMs`.
 * Errors: the signal's reason as soon as it aborts; the timer is cleared then.
 */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      cancelTimer();
      reject(signal?.reason);
    };
    const cancelTimer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Resolves when `promise` settles, or after `maxMs`. Clears its timer. Never rejects. */
export async function within(clock: Clock, maxMs: number, promise: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  const late = sleep(clock, maxMs, settled.signal);
  await Promise.race([promise, late]).catch(() => undefined);
  settled.abort();
  await late.catch(() => undefined);
}
