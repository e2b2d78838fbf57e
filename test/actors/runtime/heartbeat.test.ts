import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Heartbeat } from '../../../src/actors/runtime/heartbeat.js';
import { FakeClock } from '../../doubles/fake-clock.js';

/** A clock whose timers fire late by what the test says, as they do in a process that is held up. */
class HeldUpClock extends FakeClock {
  lateMs = 0;

  override after(delayMs: number, callback: () => void): () => void {
    return super.after(delayMs + this.lateMs, callback);
  }
}

function stage() {
  const clock = new HeldUpClock();
  const pingsAtMs: number[] = [];
  const hangsAtMs: number[] = [];
  const heartbeat = new Heartbeat({
    clock,
    ping: () => void pingsAtMs.push(clock.now()),
    onHang: () => void hangsAtMs.push(clock.now()),
  });
  heartbeat.start();
  return { clock, pingsAtMs, hangsAtMs, heartbeat };
}

describe('Heartbeat', () => {
  test('tells of a hang once, when three pings in a row had no answer', () => {
    const { clock, pingsAtMs, hangsAtMs } = stage();
    clock.advance(100_000);
    expect([pingsAtMs, hangsAtMs, clock.pending]).toEqual([[5_000, 10_000, 15_000], [20_000], 0]);
  });

  test('tells of none while an answer comes within 15 s', () => {
    const { clock, hangsAtMs, heartbeat } = stage();
    for (let ms = 0; ms < 600_000; ms += 14_999) {
      clock.advance(14_999);
      heartbeat.beat();
    }
    expect(hangsAtMs).toEqual([]);
  });

  test('holds no missing answer against the other side while its own timers are late', () => {
    const { clock, pingsAtMs, hangsAtMs } = stage();
    clock.lateMs = 600;
    clock.advance(600_000);
    expect([pingsAtMs.length > 100, hangsAtMs]).toEqual([true, []]);
    clock.lateMs = 0;
    clock.advance(30_000);
    expect(hangsAtMs.length).toBe(1);
  });

  test('tells of nothing, and leaves no timer, once it is stopped', () => {
    const { clock, hangsAtMs, heartbeat } = stage();
    clock.advance(15_000);
    heartbeat.stop();
    clock.advance(100_000);
    expect([hangsAtMs, clock.pending]).toEqual([[], 0]);
  });

  test('begins anew when it is started again', () => {
    const { clock, hangsAtMs, heartbeat } = stage();
    clock.advance(15_000);
    heartbeat.start();
    clock.advance(19_999);
    expect(hangsAtMs).toEqual([]);
    clock.advance(1);
    expect(hangsAtMs).toEqual([35_000]);
  });
});

test('a hang needs three pings on time with no answer after them, whatever the delays', () => {
  const step = fc.record({
    lateMs: fc.constantFrom(0, 20, 499, 500, 3_000, 60_000),
    isAnswered: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { clock, hangsAtMs, heartbeat } = stage();
      let missed = 0;
      // The first tick was set before any delay.
      let isOnTime = true;
      for (const { lateMs, isAnswered } of steps) {
        clock.lateMs = lateMs;
        if (isOnTime && missed === 3) {
          clock.advance(clock.nextInMs ?? 0);
          expect(hangsAtMs.length).toBe(1);
          return;
        }
        if (isOnTime) missed += 1;
        clock.advance(clock.nextInMs ?? 0);
        isOnTime = lateMs < 500;
        if (isAnswered) {
          heartbeat.beat();
          missed = 0;
        }
        expect(hangsAtMs).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});
