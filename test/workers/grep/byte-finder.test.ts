import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteFinder } from '../../../src/workers/grep/byte-finder.js';
import { type Needle, needleOf } from '../../../src/workers/regex/needle.js';

const BUFFER_BYTES = 1024;

const needle = (text: string, caseSensitive = true): Needle => ({
  bytes: Buffer.from(caseSensitive ? text : text.toLowerCase()),
  caseSensitive,
});

/** What is to be known of a text: whether it contains one of the needles, ASCII case aside where that does not count. */
function contains(text: string, needles: readonly Needle[]): boolean {
  return needles.some(({ bytes, caseSensitive }) =>
    (caseSensitive ? text : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())).includes(
      bytes.toString('latin1'),
    ),
  );
}

describe('ByteFinder', () => {
  it('says what a search of each place would, in its buffer and elsewhere, on whatever was in the buffer before', () => {
    const finder = new ByteFinder(BUFFER_BYTES);
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', '@', '`', '\u00e9', ' '),
      maxLength: 70,
    });
    const needles = fc.array(
      fc.record({
        text: fc.string({ unit: fc.constantFrom('a', 'b', '@', '\u00e9'), minLength: 1, maxLength: 5 }),
        caseSensitive: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(needles, fc.array(word, { maxLength: 12 }), (wanted, words) => {
        const all = wanted.map(({ text, caseSensitive }) => ({
          bytes: Buffer.from(text, 'latin1'),
          caseSensitive,
        }));
        for (const text of [words.join(''), words.slice(1).join('')]) {
          const expected = contains(text, all);
          const inside = finder.buffer.subarray(0, finder.buffer.write(text, 'latin1'));
          expect([
            finder.mayContain(inside, all),
            finder.mayContain(Buffer.from(text, 'latin1'), all),
          ]).toEqual([expected, expected]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each([0, 15, 16, 63, 64, BUFFER_BYTES - 9])(
    'finds a needle that starts at %i, and none that is cut off',
    (at) => {
      const finder = new ByteFinder(BUFFER_BYTES);
      finder.buffer.fill('-').write('needle in', at);
      const wanted = [needle('needle in')];
      expect(finder.mayContain(finder.buffer.subarray(0, at + 9), wanted)).toBe(true);
      expect(finder.mayContain(finder.buffer.subarray(0, at + 8), wanted)).toBe(false);
      expect(finder.mayContain(finder.buffer.subarray(at + 1), wanted)).toBe(false);
    },
  );

  it('finds a needle anywhere in what is larger than its buffer', () => {
    const finder = new ByteFinder(BUFFER_BYTES);
    const wanted = [needle('n'.repeat(254) + 'Xy', false)];
    for (let at = 0; at < 3 * BUFFER_BYTES; at += 97) {
      const text = Buffer.alloc(3 * BUFFER_BYTES + 300, '-');
      text.write('n'.repeat(254) + 'xY', at);
      expect(finder.mayContain(text, wanted)).toBe(true);
    }
    expect(finder.mayContain(Buffer.alloc(3 * BUFFER_BYTES, 'n'), wanted)).toBe(false);
  });

  it('goes by the beginning of a very long needle', () => {
    const finder = new ByteFinder(BUFFER_BYTES);
    const wanted = [needle('a'.repeat(255) + 'b'.repeat(100))];
    expect(finder.mayContain(Buffer.from('a'.repeat(255) + 'bc'), wanted)).toBe(true);
    expect(finder.mayContain(Buffer.from('a'.repeat(300)), wanted)).toBe(false);
  });

  it('rules out no match where its code cannot run', () => {
    const finder = new ByteFinder(BUFFER_BYTES, null);
    const text = Buffer.from('Needle');
    expect([
      finder.mayContain(text, [needle('edl')]),
      finder.mayContain(text, [needle('needle')]),
      finder.mayContain(text, [needle('needle', false)]),
    ]).toEqual([true, false, true]);
    expect(new ByteFinder(BUFFER_BYTES, Uint8Array.of(1)).mayContain(text, [needle('x')])).toBe(false);
  });
});

describe('placesIn', () => {
  it('names every place of every needle, in order, in the buffer of the finder', () => {
    const finder = new ByteFinder(BUFFER_BYTES);
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', ' '), maxLength: 200 });
    const wanted = fc.array(
      fc.constantFrom('a', 'ab', 'bb', 'aab', 'BA').map((text) => needle(text)),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(text, wanted, (text, needles) => {
        const bytes = finder.buffer.subarray(0, finder.buffer.write(text, 'latin1'));
        const next = finder.placesIn(bytes, needles);
        const places: number[] = [];
        for (let at = next?.(0) ?? -1; at >= 0; at = next?.(at + 1) ?? -1) places.push(at);
        const expected = Array.from(text).flatMap((_, at) =>
          needles.some(({ bytes }) => text.startsWith(bytes.toString('latin1'), at)) ? [at] : [],
        );
        expect(places).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('cannot tell them elsewhere, nor without WebAssembly', () => {
    expect(new ByteFinder(BUFFER_BYTES).placesIn(Buffer.from('abc'), [needle('b')])).toBeUndefined();
    const without = new ByteFinder(BUFFER_BYTES, null);
    expect(without.placesIn(without.buffer, [needle('b')])).toBeUndefined();
  });
});

describe('needleOf', () => {
  it.each([
    ['Text', true, 'Text'],
    ['FooBar', false, 'foobar'],
    ['fooStruct', false, 'truct'],
    ['stra\u00dfe', false, 'tra'],
    ['\u00e9\u00e9', true, '\u00e9\u00e9'],
  ])('looks for what %j is sure to be, minding case: %s', (text, caseSensitive, expected) => {
    expect(needleOf({ text, caseSensitive })).toEqual({ bytes: Buffer.from(expected), caseSensitive });
  });

  it('knows nothing of what may be other bytes altogether', () => {
    expect(needleOf({ text: 'skSK\u00e9', caseSensitive: false })).toBeNull();
  });
});
