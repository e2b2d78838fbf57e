import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeStamp, NO_STAMP, stampOf } from '../../../src/workers/disk/change-stamp.js';

const timeMs = fc.double({ min: 1, max: 4e12, noNaN: true });
const inode = fc.nat({ max: 2 ** 53 - 1 });

describe('changeStamp', () => {
  it('is the same for the same, and another for another time or another directory', () => {
    fc.assert(
      fc.property(timeMs, inode, timeMs, inode, (oneMs, one, otherMs, other) => {
        const isSame = oneMs === otherMs && one === other;
        expect(stampOf(oneMs, one)).toBe(stampOf(oneMs, one));
        expect(stampOf(oneMs, one) === stampOf(otherMs, other)).toBe(isSame);
        expect(stampOf(oneMs, one)).not.toBe(NO_STAMP);
        expect(Number.isSafeInteger(stampOf(oneMs, one))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('tells times apart that differ by a quarter of a microsecond, and inodes that differ by one', () => {
    const nowMs = 1_750_000_000_000.5;
    expect(stampOf(nowMs, 7)).not.toBe(stampOf(nowMs + 2 ** -12, 7));
    expect(stampOf(nowMs, 7)).not.toBe(stampOf(nowMs, 8));
  });

  it('is none where a change after the listing may bear the same time', () => {
    const isStamped = (changedAtMs: number, listedAtMs: number): boolean =>
      changeStamp(changedAtMs, 1, listedAtMs) !== NO_STAMP;
    expect([989.5, 990, 999.5, 1000.5].map((changedAtMs) => isStamped(changedAtMs, 1000))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // Whole seconds come from a disk that counts in twos.
    expect([2999, 3000, 3001].map((listedAtMs) => isStamped(1000, listedAtMs))).toEqual([false, false, true]);
    expect(isStamped(Number.NaN, 1000)).toBe(false);
  });
});
