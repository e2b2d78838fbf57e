import { expect, test, vi } from 'vitest';
import { PausableTimer } from '../../../src/actors/runtime/pausable-timer.js';
import { FakeClock } from '../../doubles/fake-clock.js';

function start(limitMs: number) {
  const clock = new FakeClock();
  const onTimeUp = vi.fn();
  return { clock, onTimeUp, timer: new PausableTimer(clock, limitMs, onTimeUp) };
}

test('it calls back once its time is up, and not before', () => {
  const { clock, onTimeUp } = start(100);
  clock.advance(99);
  expect(onTimeUp).not.toHaveBeenCalled();
  clock.advance(1);
  clock.advance(1_000);
  expect(onTimeUp).toHaveBeenCalledTimes(1);
});

test('time that it is held for does not count, however many hold it', () => {
  const { clock, onTimeUp, timer } = start(100);
  clock.advance(60);
  timer.hold();
  clock.advance(1_000);
  timer.hold();
  clock.advance(1_000);
  timer.release();
  clock.advance(1_000);
  expect(clock.pending).toBe(0);
  timer.release();
  clock.advance(39);
  expect(onTimeUp).not.toHaveBeenCalled();
  clock.advance(1);
  expect(onTimeUp).toHaveBeenCalledTimes(1);
});

test('once stopped it never calls back, whoever releases it', () => {
  const { clock, onTimeUp, timer } = start(100);
  timer.hold();
  timer.stop();
  timer.release();
  clock.advance(1_000);
  expect(onTimeUp).not.toHaveBeenCalled();
  expect(clock.pending).toBe(0);
});
