import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RESTART_LIMITS, RestartBudget } from '../../../src/actors/runtime/restart-budget.js';

const crashAt = (atMs: number, jitter = 0) => ({ atMs, isHang: false, jitter });
const hangAt = (atMs: number) => ({ atMs, isHang: true, jitter: 0 });

function budget(rules: Partial<ConstructorParameters<typeof RestartBudget>[0]> = {}): RestartBudget {
  return new RestartBudget({ ...RESTART_LIMITS, ...rules });
}

describe('RestartBudget', () => {
  test('allows five restarts of what falls five times in zero seconds, and none at the sixth fall', () => {
    const subject = budget();
    const delays = [1, 2, 3, 4, 5, 6].map(() => subject.spend(crashAt(0)));
    expect(delays).toEqual([200, 400, 800, 1_600, 3_200, undefined]);
  });

  test('allows restarts of what falls seldom for ever, with waits that end at 5 s', () => {
    const subject = budget();
    const delays = Array.from({ length: 50 }, (_, fall) => subject.spend(crashAt(fall * 15_000)));
    expect([delays.includes(undefined), delays.at(-1)]).toEqual([false, 5_000]);
  });

  test('counts a hang for ten times as long, for it takes that long to be noticed', () => {
    const subject = budget();
    const delays = Array.from({ length: 6 }, (_, hang) => subject.spend(hangAt(hang * 25_000)));
    expect([delays.slice(0, 5).includes(undefined), delays[5]]).toEqual([false, undefined]);
  });

  test('lets what was healthy wait as briefly as at first, and counts what it lost before', () => {
    const subject = budget({ maxRestarts: 1 });
    const first = subject.spend(crashAt(0));
    subject.markHealthy();
    expect([first, subject.spend(crashAt(1))]).toEqual([200, undefined]);
  });

  test('counts losses in a row only where health clears them', () => {
    const subject = budget({ maxRestarts: 1, windowMs: Infinity, isClearedByHealth: true });
    const first = subject.spend(crashAt(0));
    subject.markHealthy();
    expect([first, subject.spend(crashAt(1)), subject.spend(crashAt(1e9))]).toEqual([200, 200, undefined]);
  });

  test('gives up what fails twice before it was ever ready, where that is the rule', () => {
    const subject = budget({ maxLossesBeforeReady: 2 });
    expect([subject.spend(crashAt(0)), subject.spend(crashAt(300))]).toEqual([200, undefined]);
  });

  test('lets what was ready once fail twice before it is ready again', () => {
    const subject = budget({ maxLossesBeforeReady: 2 });
    subject.markReady();
    expect([0, 1, 2].map((atMs) => subject.spend(crashAt(atMs)))).toEqual([200, 400, 800]);
  });

  test('begins afresh when it is reset', () => {
    const subject = budget({ maxRestarts: 1, maxLossesBeforeReady: 2 });
    subject.markReady();
    subject.spend(crashAt(0));
    subject.reset();
    expect([subject.spend(crashAt(0)), subject.spend(crashAt(0))]).toEqual([200, undefined]);
  });
});

test('jitter takes up to half off the wait, which is never longer than 5 s', () => {
  fc.assert(
    fc.property(
      fc.nat(10),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (earlier, jitter) => {
        const subject = budget({ maxRestarts: 100 });
        for (let fall = 0; fall < earlier; fall += 1) subject.spend(crashAt(fall));
        const delayMs = subject.spend(crashAt(earlier, jitter)) ?? NaN;
        const longestMs = Math.min(200 * 2 ** earlier, 5_000);
        expect(delayMs).toBeLessThanOrEqual(longestMs);
        expect(delayMs).toBeGreaterThanOrEqual(longestMs / 2);
      },
    ),
    { numRuns: 100 },
  );
});
