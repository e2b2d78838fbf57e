import { expect, test } from 'vitest';
import { goalCells, toTable } from '../../bench/report.js';

test('a goal says what was asked and whether it is met', () => {
  const goal = { what: 'p50', unit: 'ms' };
  expect([
    goalCells({ ...goal, measured: 0.05, atMost: 0.1 }),
    goalCells({ ...goal, measured: 12.34, atMost: 10 }),
    goalCells({ ...goal, measured: 75, atLeast: 74 }),
    goalCells({ ...goal, measured: 73, atLeast: 74 }),
    goalCells({ ...goal, atMost: 0.1 }),
  ]).toEqual([
    ['p50', '0.05 ms', 'at most 0.1 ms', 'met'],
    ['p50', '12.3 ms', 'at most 10 ms', 'NOT MET'],
    ['p50', '75 ms', 'at least 74 ms', 'met'],
    ['p50', '73 ms', 'at least 74 ms', 'NOT MET'],
    ['p50', 'not measured', 'at most 0.1 ms', ''],
  ]);
});

test('a goal is not met by a figure that is no number', () => {
  expect(goalCells({ what: 'ratio', unit: 'x', measured: Number.NaN, atMost: 1 })).toEqual([
    'ratio',
    '- x',
    'at most 1 x',
    'NOT MET',
  ]);
});

test('a table has a column for each heading of any row and figures with the digits that mean something', () => {
  expect(
    toTable([
      { label: 'ours', cells: { ms: { median: 0.1234, min: 0.1, max: 2 }, files: 162_955 } },
      { label: 'theirs', cells: { ms: 345.67, lost: 'not reported' } },
      { label: 'whole', cells: { ms: { median: 0, min: 0, max: 218 } } },
    ]),
  ).toEqual([
    ['', 'ms', 'files', 'lost'],
    ['ours', '0.123 (0.100 to 2.000)', '162,955', ''],
    ['theirs', '346', '', 'not reported'],
    ['whole', '0 (0 to 218)', '', ''],
  ]);
});
