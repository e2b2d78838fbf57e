import { describe, expect, test } from 'vitest';
import { Debounce, type DebounceOptions } from '../../../src/actors/runtime/debounce.js';
import { FakeClock } from '../../doubles/fake-clock.js';

function debounce(options: DebounceOptions = { quietMs: 100, maxMs: 250 }): {
  clock: FakeClock;
  subject: Debounce;
  runsAtMs: number[];
} {
  const clock = new FakeClock();
  const runsAtMs: number[] = [];
  const subject = new Debounce(clock, options, () => runsAtMs.push(clock.now()));
  return { clock, subject, runsAtMs };
}

describe('Debounce', () => {
  test('runs once when triggers have paused for long enough', () => {
    const { clock, subject, runsAtMs } = debounce();
    subject.trigger();
    clock.advance(60);
    subject.trigger();
    clock.advance(1_000);
    expect(runsAtMs).toEqual([160]);
  });

  test('runs at the latest moment, and then for the next triggers, when they never end', () => {
    const { clock, subject, runsAtMs } = debounce();
    for (let i = 0; i < 50; i += 1) {
      subject.trigger();
      clock.advance(10);
    }
    expect(runsAtMs).toEqual([250, 500]);
  });

  test('is pending from the first trigger to the run', () => {
    const { clock, subject } = debounce();
    const seen = [subject.isPending];
    subject.trigger();
    seen.push(subject.isPending);
    clock.advance(100);
    seen.push(subject.isPending);
    expect(seen).toEqual([false, true, false]);
  });

  test('leaves no timer when it is cancelled', () => {
    const { clock, subject, runsAtMs } = debounce();
    subject.trigger();
    subject.cancel();
    expect([clock.pending, subject.isPending]).toEqual([0, false]);
    clock.advance(1_000);
    expect(runsAtMs).toEqual([]);
  });

  test('runs at a fixed time after the first trigger when it waits for no pause', () => {
    const { clock, subject, runsAtMs } = debounce({ maxMs: 100 });
    subject.trigger();
    clock.advance(60);
    subject.trigger();
    clock.advance(40);
    expect([runsAtMs, clock.pending]).toEqual([[100], 0]);
    subject.trigger();
    clock.advance(100);
    expect(runsAtMs).toEqual([100, 200]);
  });

  test('runs at once when it is told to, and not once more', () => {
    const { clock, subject, runsAtMs } = debounce();
    subject.trigger();
    subject.runNow();
    clock.advance(1_000);
    expect([runsAtMs, clock.pending]).toEqual([[0], 0]);
  });
});
