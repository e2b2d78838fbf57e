import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandCommand } from '../../../../src/actors/context/instructions/expand-command.js';

test.each([
  ['Review $1 for $2.', 'a.ts speed', 'Review a.ts for speed.'],
  ['Review $1.', '"my file.ts" x', 'Review my file.ts.'],
  ["Say $1$1 and '$ARGUMENTS'", 'hi', "Say hihi and 'hi'"],
  ['Fix: $ARGUMENTS', '  a  b ', 'Fix: a  b'],
  ['No placeholder.', 'but arguments', 'No placeholder.\n\nbut arguments'],
  ['No placeholder.', '', 'No placeholder.'],
  ['$2 is missing', 'one', ' is missing'],
  ['Costs $10 and $0 and $ARGUMENTSX', '', 'Costs $10 and $0 and $ARGUMENTSX'],
  ['$1', '$2 two', '$2'],
  ['$ARGUMENTS', '$& $1', '$& $1'],
])('%j with %j is %j', (body, argument, expected) => {
  expect(expandCommand(body, argument)).toBe(expected);
});

test('arguments are put in as they are, whatever they contain', () => {
  fc.assert(
    fc.property(fc.string(), (argument) => {
      expect(expandCommand('<$ARGUMENTS>', argument)).toBe(`<${argument.trim()}>`);
    }),
  );
});
