import { describe, expect, test } from 'vitest';
import { Debounce } from '../../../src/workers/watch/debounce.js';
import { FakeClock } from '../../doubles/fake-clock.js';

function debounce(): { clock: FakeClock; subject: Debounce; runsAtMs: number[] } {
  const clock = new FakeClock();
  const runsAtMs: number[] = [];
  const subject = new Debounce(clock, { quietMs: 100, maxMs: 250 }, () => runsAtMs.push(clock.now()));
  return { clock, subject, runsAtMs };
}

describe('Debounce', () => {
  test('runs once when pokes have been quiet for long enough', () => {
    const { clock, subject, runsAtMs } = debounce();
    subject.poke();
    clock.advance(60);
    subject.poke();
    clock.advance(1_000);
    expect(runsAtMs).toEqual([160]);
  });

  test('runs at the latest moment, and then for the next pokes, when they never end', () => {
    const { clock, subject, runsAtMs } = debounce();
    for (let i = 0; i < 50; i += 1) {
      subject.poke();
      clock.advance(10);
    }
    expect(runsAtMs).toEqual([250, 500]);
  });

  test('is pending from the first poke to the run', () => {
    const { clock, subject } = debounce();
    const seen = [subject.isPending];
    subject.poke();
    seen.push(subject.isPending);
    clock.advance(100);
    seen.push(subject.isPending);
    expect(seen).toEqual([false, true, false]);
  });

  test('leaves no timer when it is cancelled', () => {
    const { clock, subject, runsAtMs } = debounce();
    subject.poke();
    subject.cancel();
    expect([clock.pending, subject.isPending]).toEqual([0, false]);
    clock.advance(1_000);
    expect(runsAtMs).toEqual([]);
  });
});
