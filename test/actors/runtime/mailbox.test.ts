import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { Mailbox } from '../../../src/actors/runtime/mailbox.js';

test('a mailbox handles one message at a time, in order', async () => {
  const log: string[] = [];
  const mailbox = new Mailbox<number>({
    capacity: 10,
    collapse: (waiting) => waiting.length,
    async handle(message) {
      log.push(`start ${message}`);
      await Promise.resolve();
      log.push(`end ${message}`);
    },
  });
  mailbox.post(1);
  mailbox.post(2);
  await mailbox.whenIdle();
  expect(log).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
});

test('a mailbox that is too full holds one message that stands for all that waited', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(), { minLength: 1 }),
      fc.integer({ min: 1, max: 4 }),
      async (amounts, capacity) => {
        const gate = deferred<void>();
        const handled: number[] = [];
        const mailbox = new Mailbox<number>({
          capacity,
          collapse: (waiting) => waiting.reduce((sum, amount) => sum + amount, 0),
          async handle(amount) {
            await gate.promise;
            handled.push(amount);
          },
        });
        for (const amount of amounts) mailbox.post(amount);
        gate.resolve();
        await mailbox.whenIdle();
        const sum = (list: readonly number[]): number => list.reduce((total, amount) => total + amount, 0);
        expect(sum(handled)).toBe(sum(amounts));
        expect(handled.length).toBeLessThanOrEqual(capacity + 1);
      },
    ),
  ));

test('a closed mailbox finishes the message in hand and takes no more', async () => {
  const gate = deferred<void>();
  const handled: number[] = [];
  const mailbox = new Mailbox<number>({
    capacity: 5,
    collapse: () => 0,
    async handle(message) {
      await gate.promise;
      handled.push(message);
    },
  });
  mailbox.post(1);
  mailbox.post(2);
  const closed = mailbox.close();
  mailbox.post(3);
  gate.resolve();
  await closed;
  expect(handled).toEqual([1]);
});
