import { expect, test } from 'vitest';
import { quote } from '../../../src/actors/approvals/quote.js';

test.each([
  ['npm  test\n', '`npm test`'],
  ['echo `id`', '`` echo `id` ``'],
  ['a ``b`` `c`', '``` a ``b`` `c` ```'],
  ['x'.repeat(101), `\`${'x'.repeat(100)}…\``],
])('%j is quoted as %j', (text, quoted) => {
  expect(quote(text)).toBe(quoted);
});
