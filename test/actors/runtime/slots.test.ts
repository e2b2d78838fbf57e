import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { Slots } from '../../../src/actors/runtime/slots.js';
import { settle } from '../../doubles/settle.js';

const never = new AbortController().signal;

test('slots let as many run at once as there are, and the others in their order', async () => {
  const slots = new Slots(2);
  const log: string[] = [];
  const works = [0, 1, 2, 3].map((nth) => {
    const end = deferred<void>();
    const done = slots.run(async () => {
      log.push(`begin ${nth}`);
      await end.promise;
      log.push(`end ${nth}`);
      return nth;
    }, never);
    return { end, done };
  });
  await settle();
  expect(log).toEqual(['begin 0', 'begin 1']);
  works[1]?.end.resolve();
  await settle();
  expect(log.slice(2)).toEqual(['end 1', 'begin 2']);
  for (const { end } of works) end.resolve();
  expect(await Promise.all(works.map(({ done }) => done))).toEqual([0, 1, 2, 3]);
});

test('slots are free again after a failure, and keep none for whoever has left', async () => {
  const slots = new Slots(1);
  await expect(slots.run(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
  const end = deferred<void>();
  const first = slots.run(() => end.promise, never);
  const leaving = new AbortController();
  const second = slots.run(() => Promise.resolve('second'), leaving.signal);
  const third = slots.run(() => Promise.resolve('third'), never);
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  end.resolve();
  await first;
  expect(await third).toBe('third');
  expect(await slots.run(() => Promise.resolve('fourth'), never)).toBe('fourth');
});

test('slots are never used by more than there are, and all work ends, whoever leaves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.record({ leaves: fc.boolean(), fails: fc.boolean() }), { maxLength: 12 }),
      fc.scheduler(),
      async (count, works, scheduler) => {
        const slots = new Slots(count);
        let running = 0;
        let most = 0;
        const all = works.map(({ leaves, fails }, nth) => {
          const controller = new AbortController();
          if (leaves)
            void scheduler.schedule(Promise.resolve(), `leave ${nth}`).then(() => {
              controller.abort(new Error('left'));
            });
          return slots
            .run(async () => {
              running += 1;
              most = Math.max(most, running);
              await scheduler.schedule(Promise.resolve(), `work ${nth}`);
              running -= 1;
              if (fails) throw new Error('broken');
            }, controller.signal)
            .catch(() => undefined);
        });
        await scheduler.waitFor(Promise.all(all));
        expect(most).toBeLessThanOrEqual(count);
        expect(running).toBe(0);
        // All of them are free again.
        const ends = Array.from({ length: count }, () => deferred<void>());
        let begun = 0;
        const again = ends.map((end) =>
          slots.run(() => {
            begun += 1;
            return end.promise;
          }, never),
        );
        await settle();
        expect(begun).toBe(count);
        for (const end of ends) end.resolve();
        await Promise.all(again);
      },
    ),
    { numRuns: 200 },
  );
});
