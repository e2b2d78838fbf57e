import type { Clock } from '../runtime/clock.js';

/** The outcome of waiting for a stream's next item. */
export type StreamStep<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'end' }
  | { readonly kind: 'threw'; readonly thrown: unknown }
  | { readonly kind: 'silent' }
  | { readonly kind: 'cancelled' };

/**
 * Waits for the first of: the iterator's next item, its end or failure, `timeoutMs` of silence, an abort of the signal.
 * Never rejects, clears its timer and listener, and does not wait for an iterator that hangs; an item that comes too
 * late is dropped.
 */
export function nextStep<Item>(
  iterator: AsyncIterator<Item>,
  { clock, timeoutMs, signal }: { clock: Clock; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<StreamStep<Item>> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve({ kind: 'cancelled' });
      return;
    }
    const settle = (step: StreamStep<Item>): void => {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
      resolve(step);
    };
    const onAbort = (): void => {
      settle({ kind: 'cancelled' });
    };
    const cancelTimer = clock.after(timeoutMs, () => {
      settle({ kind: 'silent' });
    });
    signal?.addEventListener('abort', onAbort, { once: true });
    pull(iterator).then(
      (result) => {
        settle(result.done === true ? { kind: 'end' } : { kind: 'item', item: result.value });
      },
      (thrown: unknown) => {
        settle({ kind: 'threw', thrown });
      },
    );
  });
}

// `async` turns an iterator that throws synchronously into one that rejects.
async function pull<Item>(iterator: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  return await iterator.next();
}

/** Ends the iterator without waiting for it, and ignores its result. */
export async function abandon(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // Nobody waits for the iterator any more.
  }
}
