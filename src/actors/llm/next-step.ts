import type { Clock } from '../runtime/clock.js';

/** What came of waiting for a stream's next item. */
export type Step<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'end' }
  | { readonly kind: 'threw'; readonly thrown: unknown }
  | { readonly kind: 'silent' }
  | { readonly kind: 'cancelled' };

/**
 * The first of: the iterator's next item, its end or failure, `timeoutMs` of silence, the signal's abort. Never
 * rejects, leaves no timer and no listener, and does not wait for an iterator that hangs: what that one says later is
 * dropped.
 */
export function nextStep<Item>(
  iterator: AsyncIterator<Item>,
  { clock, timeoutMs, signal }: { clock: Clock; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Step<Item>> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve({ kind: 'cancelled' });
      return;
    }
    const settle = (step: Step<Item>): void => {
      callOff();
      signal?.removeEventListener('abort', onAbort);
      resolve(step);
    };
    const onAbort = (): void => {
      settle({ kind: 'cancelled' });
    };
    const callOff = clock.after(timeoutMs, () => {
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

// `async`, so that an iterator which throws instead of rejecting does the same.
async function pull<Item>(iterator: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  return await iterator.next();
}

/** Tells the iterator that nobody reads on, without waiting for it and whatever it answers. */
export function abandon(iterator: AsyncIterator<unknown>): void {
  leave(iterator).catch(() => undefined);
}

async function leave(iterator: AsyncIterator<unknown>): Promise<void> {
  await iterator.return?.();
}
