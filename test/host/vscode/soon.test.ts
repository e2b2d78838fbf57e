import { expect, test } from 'vitest';
import { Soon } from '../../../src/host/vscode/soon.js';
import { FakeClock } from '../../doubles/fake-clock.js';

function makeSoon() {
  const clock = new FakeClock();
  const runsAtMs: number[] = [];
  return { clock, runsAtMs, soon: new Soon(clock, 100, () => runsAtMs.push(clock.now())) };
}

test('what is requested often runs once, after the delay from the first request', () => {
  const { clock, runsAtMs, soon } = makeSoon();
  soon.request();
  clock.advance(60);
  soon.request();
  clock.advance(40);
  expect(runsAtMs).toEqual([100]);
  soon.request();
  clock.advance(100);
  expect(runsAtMs).toEqual([100, 200]);
});

test('what is wanted now runs at once and takes the waiting request with it', () => {
  const { clock, runsAtMs, soon } = makeSoon();
  soon.request();
  soon.now();
  clock.advance(1000);
  expect(runsAtMs).toEqual([0]);
});

test('what is cancelled does not run and leaves no timer', () => {
  const { clock, runsAtMs, soon } = makeSoon();
  soon.request();
  soon.cancel();
  expect(clock.pending).toBe(0);
  clock.advance(1000);
  expect(runsAtMs).toEqual([]);
});
