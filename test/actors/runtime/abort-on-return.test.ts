import { expect, it } from 'vitest';
import { abortOnReturn } from '../../../src/actors/runtime/abort-on-return.js';

it('abortOnReturn gives the items, and the error that the generator threw', async () => {
  const items: number[] = [];
  const failing = abortOnReturn(async function* () {
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

it('abortOnReturn ends what waits for the next item when its reader leaves', async () => {
  let isCleanedUp = false;
  const waiting = abortOnReturn<number>(async function* (signal) {
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
