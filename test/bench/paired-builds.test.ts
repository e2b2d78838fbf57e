import { describe, expect, test } from 'vitest';
import { isSlower, pairBuilds } from '../../bench/paired-builds.js';

const figure = (before: readonly number[], after: readonly number[]): Parameters<typeof isSlower>[0] => ({
  label: 'ms',
  before,
  after,
});

describe('isSlower', () => {
  test('a build is slower that takes over 1.05 times as long in most rounds', () => {
    expect(isSlower(figure([100, 100, 100, 100], [110, 120, 106, 99]))).toBe(true);
  });

  test('a build is not slower by less than a twentieth', () => {
    expect(isSlower(figure([100, 100, 100], [104, 104, 104]))).toBe(false);
  });

  test('a build is not slower by half of the rounds', () => {
    expect(isSlower(figure([100, 100, 100, 100], [150, 150, 90, 90]))).toBe(false);
  });

  test('nothing lost twice is as good as nothing lost once', () => {
    expect(isSlower(figure([0, 0], [0, 0]))).toBe(false);
    expect(isSlower(figure([0, 0, 0, 0], [2, 1, 3, 1]))).toBe(true);
  });
});

describe('pairBuilds', () => {
  test('both builds run in turns, once to warm up and then in each round', async () => {
    const runs: string[] = [];
    const figures = await pairBuilds(
      {
        rounds: 2,
        run: (build) => {
          runs.push(build);
          return Promise.resolve({ ms: 1 });
        },
      },
      3,
    );
    expect(runs).toEqual(['before', 'after', 'after', 'before', 'before', 'after']);
    expect(figures).toEqual([{ label: 'ms', before: [1, 1], after: [1, 1] }]);
  });

  test('a figure that looks slower is measured three times as often, and all rounds count', async () => {
    const [figure] = await pairBuilds(
      {
        rounds: 2,
        run: (build) => Promise.resolve({ ms: build === 'before' ? 1 : 2 }),
      },
      3,
    );
    expect(figure?.after).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test('a figure that looked slower by chance is cleared by the rounds after', async () => {
    let runs = 0;
    const figures = await pairBuilds(
      {
        rounds: 2,
        run: (build) => {
          runs += 1;
          return Promise.resolve({ ms: build === 'after' && runs <= 6 ? 2 : 1 });
        },
      },
      3,
    );
    expect(figures.map(({ after }) => after.length)).toEqual([4]);
    expect(figures.some(isSlower)).toBe(false);
  });
});
