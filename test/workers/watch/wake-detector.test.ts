import { describe, expect, test } from 'vitest';
import { WakeDetector } from '../../../src/workers/watch/wake-detector.js';
import { LaptopClock } from './laptop-clock.js';

function stage(): { clock: LaptopClock; wakeUp: WakeDetector; count: () => number } {
  const clock = new LaptopClock();
  let count = 0;
  const wakeUp = new WakeDetector(clock, () => {
    count += 1;
  });
  return { clock, wakeUp, count: () => count };
}

describe('WakeDetector', () => {
  test('tells once, within 10 s, that the machine was suspended', () => {
    const { clock, count } = stage();
    clock.advance(45_000);
    clock.sleep(3_600_000);
    expect(count()).toBe(0);
    clock.advance(5_000);
    expect(count()).toBe(1);
    clock.advance(600_000);
    expect(count()).toBe(1);
  });

  test('takes no notice of a machine that is late, or whose clock is put right', () => {
    const { clock, count } = stage();
    for (const ms of [19_999, -3_600_000, 5_000]) {
      clock.sleep(ms);
      clock.advance(10_000);
    }
    expect(count()).toBe(0);
  });

  test('tells nothing and leaves no timer once it is closed', () => {
    const { clock, wakeUp, count } = stage();
    clock.sleep(3_600_000);
    wakeUp.close();
    clock.advance(60_000);
    expect([count(), clock.pending]).toEqual([0, 0]);
  });
});
