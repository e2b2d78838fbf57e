import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNatural } from '../../../src/workers/index/natural-order.js';

describe('compareNatural', () => {
  it('counts numbers and looks at case last', () => {
    const names = ['b', 'a10', 'A2', 'a2', '_x', '.x', 'Zed', 'é', 'f'];
    expect(names.sort(compareNatural)).toEqual(['_x', '.x', 'a2', 'A2', 'a10', 'b', 'é', 'f', 'Zed']);
  });

  it('tells any two texts apart, the same way round', () => {
    const anyText = fc.oneof(fc.string(), fc.constantFrom('é', 'e\u0301', '01', '1'));
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareNatural(a, b))).toBe(-Math.sign(compareNatural(b, a)) + 0);
        expect(compareNatural(a, b) === 0).toBe(a === b);
      }),
    );
  });
});
