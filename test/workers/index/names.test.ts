import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Names } from '../../../src/workers/index/names.js';
import { anyName } from './tree-arbitraries.js';

const anyText = fc.oneof(anyName, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }));

describe('Names', () => {
  it('gives each text one id, and each id its text', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 60 }), (texts) => {
        const names = new Names();
        const ids = texts.map((text) => names.intern(text));
        expect(ids.map((id) => names.text(id))).toEqual(texts);
        expect(texts.map((text) => names.find(`/${text}/`, 1, text.length + 1))).toEqual(ids);
        expect(new Set(ids).size).toBe(new Set(texts).size);
      }),
    );
  });

  it('reads the code points of a name', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const names = new Names();
        const id = names.intern(text);
        const points = new Uint32Array(names.longest);
        const length = names.readPoints(id, points);
        expect(Array.from(points.subarray(0, length), (point) => String.fromCodePoint(point)).join('')).toBe(
          text,
        );
      }),
    );
  });

  it('keeps the ids of used names, and forgets the others, when it collects', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { maxLength: 60 }), fc.func(fc.boolean()), (texts, isKept) => {
        const names = new Names();
        const ids = new Map(texts.map((text) => [text, names.intern(text)]));
        const kept = new Set(texts.filter((text) => isKept(text)).map((text) => ids.get(text)));
        names.collect((id) => kept.has(id));
        for (const [text, id] of ids) expect(names.find(text)).toBe(kept.has(id) ? id : -1);
        for (const text of texts) expect(names.text(names.intern(text))).toBe(text);
        for (const [text, id] of ids) if (kept.has(id)) expect(names.find(text)).toBe(id);
      }),
    );
  });

  it('finds all names with a prefix, however they came', () => {
    const anyAscii = fc.string({
      unit: fc.constantFrom('a', 'b', 'B', '.', 'z', 'é'),
      minLength: 1,
      maxLength: 6,
    });
    const anyNames = fc.uniqueArray(anyAscii, { maxLength: 80 });
    fc.assert(
      fc.property(
        anyNames,
        anyNames,
        fc.string({ unit: fc.constantFrom('a', 'b', '.') }),
        (first, then, prefix) => {
          const names = new Names();
          for (const name of first) names.intern(name);
          names.settle();
          for (const name of then) names.intern(name);
          if (then.length % 2 === 0) names.order.settle();
          const found: string[] = [];
          names.order.withPrefix(Buffer.from(prefix), (id) => found.push(names.text(id)));
          const fold = (text: string): string => text.replaceAll('B', 'b');
          const expected = [...new Set([...first, ...then])].filter((name) => fold(name).startsWith(prefix));
          expect(found.sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 200 },
    );
  });
});
