import type { MessagePort } from 'node:worker_threads';
import { fromWire, toWire, type WireError } from '../protocol/errors.js';

// Items that may be sent before the reader asks for more: enough to hide the latency between threads, few enough that
// little work is wasted when a reader leaves early.
const CREDIT_WINDOW = 4;

type FromReader = { readonly credit: number } | { readonly leave: true };
type FromWriter<Item> = { readonly item: Item } | { readonly end: true } | { readonly failed: WireError };

/** Sends what `items` yields over `port`, never more than the reader has granted credit for. Closes both at the end. */
export async function writeIterable(items: AsyncIterable<unknown>, port: MessagePort): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let credit = 0;
  let hasLeft = false;
  let wake: (() => void) | undefined;
  const leave = (): void => {
    hasLeft = true;
    wake?.();
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  };
  port.on('message', (message: FromReader) => {
    if ('leave' in message) {
      leave();
      return;
    }
    credit += message.credit;
    wake?.();
  });
  port.once('close', leave);
  const send = (message: FromWriter<unknown>): void => {
    port.postMessage(message);
  };
  try {
    for (;;) {
      while (credit === 0 && !hasLeft)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (hasLeft) break;
      const next = await iterator.next();
      if (next.done === true) {
        send({ end: true });
        break;
      }
      credit -= 1;
      send({ item: next.value });
    }
  } catch (error) {
    send({ failed: toWire(error) });
  } finally {
    port.off('close', leave);
    port.close();
  }
}

/**
 * Reads what `writeIterable` sends from the other end of `port`. For one reader.
 * Errors: what the writer threw; `onLost`'s error as soon as the writer's thread dies.
 */
export function readIterable<Item>(
  port: MessagePort,
  onLost: (reject: (error: Error) => void) => () => void,
): AsyncIterable<Item> {
  const queue: FromWriter<Item>[] = [];
  let waiting: (() => void) | undefined;
  let isOver = false;
  const put = (message: FromWriter<Item>): void => {
    queue.push(message);
    waiting?.();
  };
  const forget = onLost((error) => {
    put({ failed: toWire(error) });
  });
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    forget();
    port.postMessage({ leave: true } satisfies FromReader);
    port.close();
    waiting?.();
  };
  port.on('message', put);
  port.postMessage({ credit: CREDIT_WINDOW } satisfies FromReader);
  return {
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<IteratorResult<Item, undefined>> {
        while (queue.length === 0 && !isOver)
          await new Promise<void>((resolve) => {
            waiting = resolve;
          });
        const message = queue.shift();
        if (message === undefined || isOver) return { done: true, value: undefined };
        if ('item' in message) {
          port.postMessage({ credit: 1 } satisfies FromReader);
          return { done: false, value: message.item };
        }
        finish();
        if ('failed' in message) throw fromWire(message.failed);
        return { done: true, value: undefined };
      },
      return(): Promise<IteratorResult<Item, undefined>> {
        finish();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
}
