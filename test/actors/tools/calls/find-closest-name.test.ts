import { expect, test } from 'vitest';
import { findClosestName } from '../../../../src/actors/tools/calls/find-closest-name.js';

const KNOWN = ['uri', 'start_line', 'end_line', 'page_number'];

test.each<[name: string, meant: string | undefined]>([
  ['startLine', 'start_line'],
  ['START-LINE', 'start_line'],
  ['strat_line', 'start_line'],
  ['page', undefined],
  ['pagenum', undefined],
  ['page_numbr', 'page_number'],
  ['url', 'uri'],
  ['path', undefined],
  ['', undefined],
  ['__proto__', undefined],
  ['uri'.repeat(1_000_000), undefined],
])('the name closest to %j is %j', (name, meant) => {
  expect(findClosestName(name, KNOWN)).toBe(meant);
});
