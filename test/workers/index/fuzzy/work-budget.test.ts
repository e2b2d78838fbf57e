import { expect, test } from 'vitest';
import { divideUnits, WorkBudget } from '../../../../src/workers/index/fuzzy/work-budget.js';

test('a budget is spent unit by unit, and says when others should get their turn', () => {
  const budget = new WorkBudget(7, 3);
  const seen: [isSpent: boolean, isDue: boolean][] = [];
  for (let unit = 0; unit < 7; unit++) {
    const isSpent = budget.spend();
    seen.push([isSpent, budget.isDue]);
    if (budget.isDue) budget.begin();
  }
  const [no, due, spent] = [
    [false, false],
    [false, true],
    [true, false],
  ];
  expect(seen).toEqual([no, no, due, no, no, due, spent]);
  expect(budget.isSpent).toBe(true);
});

test('roots share by their files, and even an empty one has something to spend', () => {
  expect(divideUnits(1000, [99, 299, 599])).toEqual([100, 300, 600]);
  expect(divideUnits(1000, [999_999, 0])).toEqual([1000, 1]);
  expect(divideUnits(1000, [0])).toEqual([1000]);
  expect(divideUnits(1000, [])).toEqual([]);
});
