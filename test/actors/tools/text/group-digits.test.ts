import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupDigits } from '../../../../src/actors/tools/text/group-digits.js';

test('digits stand in groups of three, as Intl writes them', () => {
  const counts = fc.oneof(fc.nat(), fc.nat(10_000), fc.maxSafeNat(), fc.constant(Infinity));
  fc.assert(
    fc.property(counts, (count) => {
      expect(groupDigits(count)).toBe(count.toLocaleString('en'));
    }),
  );
});
