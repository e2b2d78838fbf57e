/** Time, lent to whatever waits, so that a test can pass an hour in no time. */
export interface Clock {
  /** Units: milliseconds since 1970. */
  now(): number;
  /** Calls `callback` once after `delayMs`; the returned function calls it off. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The machine's own time. */
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
 * Errors: the signal's reason, at once, when it aborts first; no timer is left behind.
 */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      callOff();
      reject(signal?.reason);
    };
    const callOff = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
