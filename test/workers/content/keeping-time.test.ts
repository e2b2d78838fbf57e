import { describe, expect, it } from 'vitest';
import { isWorthKeeping, keepingMs } from '../../../src/workers/content/keeping-time.js';

describe('keepingMs', () => {
  it.each([
    [
      'a second where nothing was kept',
      { isFirst: true, openMs: 300, unsigned: 27_000, unkept: 0, files: 27_000 },
      1000,
    ],
    [
      'a share of a later run',
      { isFirst: false, openMs: 2000, unsigned: 10_000, unkept: 0, files: 10_000 },
      80,
    ],
    [
      'a second of a day',
      { isFirst: false, openMs: 86_400_000, unsigned: 100_000, unkept: 0, files: 120_000 },
      1000,
    ],
    [
      'nothing in a short run on many files',
      { isFirst: false, openMs: 1400, unsigned: 120_000, unkept: 0, files: 120_000 },
      0,
    ],
    [
      'nothing for a few changed files',
      { isFirst: false, openMs: 60_000, unsigned: 3, unkept: 0, files: 1000 },
      0,
    ],
    [
      'the rest of what was signed before',
      { isFirst: false, openMs: 10_000, unsigned: 3, unkept: 20, files: 1000 },
      400,
    ],
    [
      'nothing where there are no files',
      { isFirst: true, openMs: 60_000, unsigned: 0, unkept: 0, files: 0 },
      0,
    ],
  ])('waits for %s', (_, unkept, ms) => {
    expect(keepingMs(unkept)).toBe(ms);
  });
});

describe('isWorthKeeping', () => {
  it.each([
    [{ unkept: 20, files: 1000 }, true],
    [{ unkept: 19, files: 1000 }, false],
    [{ unkept: 0, files: 0 }, false],
  ])('of %j is %s', (counts, isWorth) => {
    expect(isWorthKeeping(counts)).toBe(isWorth);
  });
});
