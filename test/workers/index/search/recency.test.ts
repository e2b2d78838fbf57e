import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { Recency } from '../../../../src/workers/index/search/recency.js';

describe('Recency', () => {
  it('weighs what was used last as 1, and each before it a little less', () => {
    const recency = new Recency();
    for (const path of ['a', 'b', 'a', 'c']) recency.touch(path as RelPath);
    expect([...recency.weights()]).toEqual([
      ['b', 0.99],
      ['a', 0.995],
      ['c', 1],
    ]);
  });

  it('remembers the last 200 paths', () => {
    const recency = new Recency();
    for (let number = 0; number < 1000; number++) recency.touch(`f${number}` as RelPath);
    const weights = [...recency.weights()];
    expect([weights.length, weights[0], weights.at(-1)]).toEqual([200, ['f800', 0.005], ['f999', 1]]);
  });
});
