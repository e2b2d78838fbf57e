import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNatural, ASCII_RANKS } from '../../../src/workers/natural-order/natural-order.js';

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

describe('ASCII_RANKS', () => {
  it('has the order of the collator, case aside, and nothing but printable ASCII', () => {
    const caseless = new Intl.Collator('en', { sensitivity: 'base' });
    const codes = Array.from({ length: 256 }, (_, code) => code);
    const plain = codes.filter((code) => code >= 0x20 && code <= 0x7e);
    expect(codes.filter((code) => ASCII_RANKS[code] !== 0)).toEqual(plain);
    for (const one of plain) {
      for (const other of plain) {
        const [a, b] = [one, other].map((code) => String.fromCharCode(code)) as [string, string];
        const difference = ASCII_RANKS[one]! - ASCII_RANKS[other]!;
        expect([a, b, Math.sign(difference)]).toEqual([a, b, Math.sign(caseless.compare(a, b))]);
      }
    }
  });
});
