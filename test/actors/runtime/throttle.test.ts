import { describe, expect, test } from 'vitest';
import { type Deferred, deferred } from '../../../src/actors/runtime/deferred.js';
import { Throttle } from '../../../src/actors/runtime/throttle.js';
import { FakeClock } from '../../doubles/fake-clock.js';

function throttle(): { clock: FakeClock; subject: Throttle; runsAtMs: number[]; written: Deferred<void>[] } {
  const clock = new FakeClock();
  const runsAtMs: number[] = [];
  const written: Deferred<void>[] = [];
  const subject = new Throttle(clock, 20, () => {
    runsAtMs.push(clock.now());
    const run = deferred<void>();
    written.push(run);
    return run.promise;
  });
  return { clock, subject, runsAtMs, written };
}

/** Ends the run that is under way, and lets what follows from that happen. */
async function end(written: Deferred<void>[]): Promise<void> {
  written.at(-1)?.resolve();
  await Promise.resolve();
}

describe('Throttle', () => {
  test('runs at once when it is idle', () => {
    const { subject, runsAtMs } = throttle();
    subject.trigger();
    expect(runsAtMs).toEqual([0]);
  });

  test('runs once for all triggers of a pause, when the pause is over', async () => {
    const { clock, subject, runsAtMs, written } = throttle();
    subject.trigger();
    await end(written);
    subject.trigger();
    clock.advance(5);
    subject.trigger();
    clock.advance(100);
    expect(runsAtMs).toEqual([0, 20]);
  });

  test('waits for a slow run before the pause starts', async () => {
    const { clock, subject, runsAtMs, written } = throttle();
    subject.trigger();
    subject.trigger();
    clock.advance(500);
    await end(written);
    clock.advance(19);
    expect(runsAtMs).toEqual([0]);
    clock.advance(1);
    expect(runsAtMs).toEqual([0, 520]);
  });

  test('is idle again after a pause without triggers', async () => {
    const { clock, subject, runsAtMs, written } = throttle();
    subject.trigger();
    await end(written);
    clock.advance(300);
    subject.trigger();
    expect([runsAtMs, clock.pending]).toEqual([[0, 300], 0]);
  });
});
