import { expect, test } from 'vitest';
import { dropUnsettledLine } from '../../../src/host/markdown/drop-unsettled-line.js';

test.each<[text: string, settled: string]>([
  ['', ''],
  ['a', 'a'],
  // It would make a heading of the line above.
  ['a\n-', 'a\n'],
  ['a\n- ', 'a\n'],
  ['a\n  *', 'a\n'],
  ['a\n1', 'a\n'],
  ['a\n12. ', 'a\n'],
  ['a\n##', 'a\n'],
  ['a\n``', 'a\n'],
  ['a\n|', 'a\n'],
  ['> ', ''],
  ['a\n- b', 'a\n- b'],
  ['a\n-\n', 'a\n-\n'],
  ['a -', 'a -'],
  ['a\n1 b', 'a\n1 b'],
  ['a\n---------', 'a\n---------'],
])('dropUnsettledLine of %j is %j', (text, settled) => {
  expect(dropUnsettledLine(text)).toBe(settled);
});
