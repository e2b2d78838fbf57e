import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requiredBits, SIGNATURE_WORDS, Signer } from '../../../src/workers/grep/signer.js';

function sign(text: string): Uint32Array {
  const signer = new Signer();
  const bytes = Buffer.from(text);
  signer.add(bytes, 0, bytes.length);
  return signer.take();
}

function hasAll(signature: Uint32Array, bits: readonly number[]): boolean {
  return bits.every((bit) => ((signature[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0);
}

const text = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('Signer', () => {
  it('signs alike with and without its program, from its own buffer and from another', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 2, maxLength: 300 }), { maxLength: 5 }), (texts) => {
        const own = new Signer(300);
        const foreign = new Signer();
        const plain = new Signer(0, null);
        for (const bytes of texts) {
          own.buffer.set(bytes);
          own.add(own.buffer, 0, bytes.length);
          foreign.add(bytes, 0, bytes.length);
          plain.add(bytes, 0, bytes.length);
          expect([own.count, foreign.count]).toEqual([plain.count, plain.count]);
        }
        const expected = plain.take();
        expect([own.take(), foreign.take()]).toEqual([expected, expected]);
        expect([own.take(), plain.take()]).toEqual([new Uint32Array(128), new Uint32Array(128)]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('requiredBits', () => {
  it('are set in the signature of every text that contains the literal', () => {
    fc.assert(
      fc.property(text, text, text, (before, literal, after) => {
        expect(
          hasAll(sign(before + literal + after), requiredBits({ text: literal, caseSensitive: true })),
        ).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('are set in the signature of every text that an expression without case finds', () => {
    // Every character that stands for an ASCII letter, and every letter in both cases.
    const others = Array.from({ length: 0x2200 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /[a-z]/iu.test(character),
    );
    const letters = fc.array(fc.constantFrom(...others), { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(letters, letters, (some, others) => {
        const literal = some.join('');
        const text = others.join('') + literal.toUpperCase() + literal;
        for (const query of [literal, literal.toLowerCase(), literal.toUpperCase()]) {
          if (!new RegExp(query, 'iu').test(text)) continue;
          expect(hasAll(sign(text), requiredBits({ text: query, caseSensitive: false }))).toBe(true);
        }
        expect(hasAll(sign('\u212A\u017F\u212A'), requiredBits({ text: 'ksk', caseSensitive: false }))).toBe(
          true,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('are not all set where only the three-byte pieces of a literal are', () => {
    const apart = sign('windowMa owMap wMapper');
    expect(hasAll(apart, requiredBits({ text: 'owMapp', caseSensitive: true }))).toBe(true);
    expect(
      hasAll(sign('window dowX owM wMa Map'), requiredBits({ text: 'windowMap', caseSensitive: true })),
    ).toBe(false);
  });

  it.each([
    ['', true],
    ['ab', true],
    ['ksk', false],
    ['abkcd', false],
    ['日本語', false],
  ])('are none when %j says too little (case-sensitive: %s)', (literal, caseSensitive) => {
    expect(requiredBits({ text: literal, caseSensitive })).toEqual([]);
  });
});

describe('Signer', () => {
  it('starts anew after each signature', () => {
    const signer = new Signer();
    signer.add(Buffer.from('abcd'), 0, 4);
    expect(signer.count).toBe(4);
    expect(signer.take()).toEqual(sign('ABCD'));
    expect(signer.count).toBe(0);
    expect(signer.take()).toEqual(new Uint32Array(SIGNATURE_WORDS));
  });

  it('takes nothing from outside of its range', () => {
    const signer = new Signer();
    signer.add(Buffer.from('xxabcxx'), 2, 5);
    expect(signer.take()).toEqual(sign('abc'));
  });
});
