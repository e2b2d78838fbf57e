import { expect, it } from 'vitest';
import { leavable } from '../../../src/actors/runtime/abort-on-return.js';

it('leavable gives the items, and the error that the generator threw', async () => {
  const items: number[] = [];
  const failing = leavable(async function* () {
    yield 1;
    yield 2;
    throw new Error('broken');
  });
  await expect(
    (async () => {
      for await (const item of failing) items.push(item);
    })(),
  ).rejects.toThrow('broken');
  expect(items).toEqual([1, 2]);
});

it('leavable ends what waits for the next item when its reader leaves', async () => {
  let isCleanedUp = false;
  const waiting = leavable<number>(async function* (signal) {
    try {
      yield await new Promise<number>((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason);
        });
      });
    } finally {
      isCleanedUp = true;
    }
  });
  const iterator = waiting[Symbol.asyncIterator]();
  const next = iterator.next();
  expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
  expect([await next, isCleanedUp]).toEqual([{ done: true, value: undefined }, true]);
});
