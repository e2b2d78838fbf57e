import { describe, expect, test } from 'vitest';
import { type Deferred, deferred } from '../../../src/actors/runtime/deferred.js';
import { Pace } from '../../../src/workers/watch/pace.js';
import { FakeClock } from '../../doubles/fake-clock.js';

function pace(): { clock: FakeClock; subject: Pace; runsAtMs: number[]; written: Deferred<void>[] } {
  const clock = new FakeClock();
  const runsAtMs: number[] = [];
  const written: Deferred<void>[] = [];
  const subject = new Pace(clock, 20, () => {
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

describe('Pace', () => {
  test('runs at once when it is idle', () => {
    const { subject, runsAtMs } = pace();
    subject.request();
    expect(runsAtMs).toEqual([0]);
  });

  test('runs once for all requests of a pause, when the pause is over', async () => {
    const { clock, subject, runsAtMs, written } = pace();
    subject.request();
    await end(written);
    subject.request();
    clock.advance(5);
    subject.request();
    clock.advance(100);
    expect(runsAtMs).toEqual([0, 20]);
  });

  test('waits for a slow run before the pause starts', async () => {
    const { clock, subject, runsAtMs, written } = pace();
    subject.request();
    subject.request();
    clock.advance(500);
    await end(written);
    clock.advance(19);
    expect(runsAtMs).toEqual([0]);
    clock.advance(1);
    expect(runsAtMs).toEqual([0, 520]);
  });

  test('is idle again after a pause without requests', async () => {
    const { clock, subject, runsAtMs, written } = pace();
    subject.request();
    await end(written);
    clock.advance(300);
    subject.request();
    expect([runsAtMs, clock.pending]).toEqual([[0, 300], 0]);
  });
});
