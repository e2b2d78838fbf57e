import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDepths, findIndentation } from '../../../../../src/actors/tools/edit/match/indentation.js';

const indents = fc.constantFrom('', ' ', '  ', '    ', '      ', '\t', '\t\t', ' \t');
const line = fc.oneof({ weight: 6, arbitrary: indents.map((indent) => `${indent}x();`) }, indents);
/** A line of a block, and of the file. */
const pairs = fc.array(fc.tuple(line, line), { minLength: 1, maxLength: 6 });

test('lines that no rule of indentation covers are the only ones that a comparison of their depths rejects', () => {
  let rejected = 0;
  fc.assert(
    fc.property(pairs, (drawn) => {
      const wanted = drawn.map(([inBlock]) => inBlock);
      const lines = drawn.map(([, inFile]) => inFile);
      if (compareDepths(wanted, lines, 0).isCoverable) return;
      rejected += 1;
      expect(findIndentation(wanted, lines, 0)).toBeUndefined();
    }),
    { numRuns: 5_000 },
  );
  expect(rejected).toBeGreaterThan(500);
});

test('a comparison of depths ends at the first line that rules out every rule', () => {
  const wanted = ['x();', '  y();', '  z();', ...Array.from({ length: 1_000 }, () => '  z();')];
  const lines = ['x();', '    y();', '  z();', ...Array.from({ length: 1_000 }, () => '    z();')];
  expect(compareDepths(wanted, lines, 0)).toEqual({ compared: 3, isCoverable: false });
});
