import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { FakeClock } from '../../doubles/fake-clock.js';
import { orAbort } from '../../../src/actors/runtime/abort.js';
import { sleep, systemClock, within, type Clock } from '../../../src/actors/runtime/clock.js';

test('sleep rejects with the reason when aborted, calls its timer off and leaves no listener', async () => {
  let calledOff = 0;
  const clock: Clock = {
    now: () => 0,
    after: () => () => {
      calledOff += 1;
    },
  };
  const controller = new AbortController();
  const sleeping = sleep(clock, 1000, controller.signal);
  controller.abort('up');
  await expect(sleeping).rejects.toBe('up');
  expect(calledOff).toBe(1);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

test('sleep resolves after its time and leaves no listener', async () => {
  const controller = new AbortController();
  await sleep(systemClock, 1, controller.signal);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

test('orAbort rejects at once when the signal aborts, and swallows the late rejection', async () => {
  const controller = new AbortController();
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const raced = orAbort(work, controller.signal);
  controller.abort('stop');
  await expect(raced).rejects.toBe('stop');
  fail(new Error('late'));
  await new Promise(setImmediate);
});

test('orAbort passes the outcome on when nothing aborts, and leaves no listener', async () => {
  const controller = new AbortController();
  expect(await orAbort(Promise.resolve(1), controller.signal)).toBe(1);
  await expect(orAbort(Promise.reject(new Error('no')), controller.signal)).rejects.toThrow('no');
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

test('within ends with the promise, however it settles, or with its time, and leaves no timer', async () => {
  const clock = new FakeClock();
  await within(clock, 1000, Promise.resolve());
  await within(clock, 1000, Promise.reject(new Error('no')));
  expect(clock.nextInMs).toBeUndefined();
  const waiting = within(clock, 1000, new Promise(() => undefined));
  clock.advance(1000);
  await waiting;
  expect(clock.nextInMs).toBeUndefined();
});
