import { breathe } from '../../actors/runtime/abort.js';
import type { Sliced } from './slices.js';

// Whoever asks the thread something meanwhile waits no longer than this and a slice.
const MAX_BUSY_MS = 2;

/** Does sliced work with breaths in between, and resolves to its result. Errors: the signal's reason. */
export async function workOff<T>(work: Sliced<T>, signal: AbortSignal): Promise<T> {
  try {
    let busyUntilMs = performance.now() + MAX_BUSY_MS;
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (performance.now() < busyUntilMs) continue;
      await breathe();
      signal.throwIfAborted();
      busyUntilMs = performance.now() + MAX_BUSY_MS;
    }
  } finally {
    // Nothing happens when it is done.
    work.return(undefined as T);
  }
}
