import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNaturalNames } from '../../../src/workers/natural-order/natural-names.js';
import { compareNatural } from '../../../src/workers/natural-order/natural-order.js';
import type { NameBytes } from '../../../src/workers/names/compare-names.js';

function bytesOf(name: string): NameBytes {
  const bytes = Buffer.from(name);
  return { bytes, starts: Uint32Array.of(0, bytes.length) };
}

const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', '0', '1', '9', '.', '_', '-', ' '), maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('e', 'é', '\u0301', 'E', '1', '٢', '\u0001', 'ß', 'æ', '中'),
    maxLength: 4,
  }),
  fc.string({ unit: 'binary-ascii', maxLength: 5 }),
  fc.constantFrom(`1${'0'.repeat(300)}`, `1${'0'.repeat(301)}`, `2${'0'.repeat(300)}`),
);

describe('compareNaturalNames', () => {
  it('orders names as comparing their texts does', () => {
    fc.assert(
      fc.property(anyName, anyName, anyName, (start, one, other) => {
        const found = compareNaturalNames(bytesOf(start + one), 0, bytesOf(start + other), 0);
        expect(Math.sign(found)).toBe(Math.sign(compareNatural(start + one, start + other)));
      }),
      { numRuns: 20_000 },
    );
  });
});
