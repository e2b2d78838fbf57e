import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNatural } from '../../../src/workers/index/natural-order.js';
import { sortNaturally } from '../../../src/workers/index/sort-naturally.js';
import type { NameBytes } from '../../../src/workers/names/compare-names.js';

function bytesOf(texts: readonly string[]): NameBytes {
  const starts = new Uint32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) starts[at + 1] = starts[at]! + Buffer.byteLength(text);
  return { bytes: Buffer.from(texts.join('')), starts };
}

/** The texts sorted by their numbers, all but the first and the last of them, and whether they were in order. */
function sortedInside(texts: readonly string[]): { readonly texts: string[]; readonly wasSorted: boolean } {
  const entries = Uint32Array.from(texts, (_, at) => at);
  const wasSorted = sortNaturally(entries, 1, texts.length - 1, bytesOf(texts), entries.slice());
  return { texts: Array.from(entries, (entry) => texts[entry]!), wasSorted };
}

function expected(texts: readonly string[]): { readonly texts: string[]; readonly wasSorted: boolean } {
  const inside = texts.slice(1, -1).sort(compareNatural);
  const wasSorted = inside.every((text, at) => text === texts[at + 1]);
  return { texts: [texts[0]!, ...inside, texts.at(-1)!], wasSorted };
}

describe('sortNaturally', () => {
  it('sorts a range by the natural order of names, and says whether it was in it', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', 'B', '1', '2', '_', '.', 'é'), maxLength: 5 });
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { minLength: 2, maxLength: 30 }), (texts) => {
        expect(sortedInside(texts)).toEqual(expected(texts));
      }),
      { numRuns: 1000 },
    );
  });

  it('sorts many numbered names whose bytes are in quite another order', () => {
    const texts = Array.from({ length: 2000 }, (_, at) => `page${at}.html`).sort();
    expect(sortedInside(texts)).toEqual(expected(texts));
  });
});
