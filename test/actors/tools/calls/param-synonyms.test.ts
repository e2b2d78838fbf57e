import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveSynonyms } from '../../../../src/actors/tools/calls/param-synonyms.js';

const SYNONYMS = { uri: ['path', 'file_path'], query: ['text'] };
const KNOWN = ['uri', 'query', 'path_like'];
const KEYS = ['uri', 'path', 'filePath', 'file_path', 'query', 'text', 'path_like', 'other', '__proto__'];

test('resolveSynonyms loses no value and invents none, in whatever order names come', () => {
  const params = fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(null, '', 'a', 'b')), {
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(params, (entries) => {
      const { params: named, conflicts } = resolveSynonyms(Object.fromEntries(entries), KNOWN, SYNONYMS);
      const owner = (name: string): string =>
        ['path', 'filePath', 'file_path'].includes(name) ? 'uri' : name === 'text' ? 'query' : name;
      for (const param of new Set(entries.map(([name]) => owner(name)))) {
        const values = new Set(
          entries.flatMap(([name, value]) => (owner(name) === param && value !== null ? [value] : [])),
        );
        if (values.size > 1)
          expect(conflicts.some((line) => line.endsWith(`Give ${param} alone`))).toBe(true);
        else expect(Object.getOwnPropertyDescriptor(named, param)?.value).toBe([...values][0] ?? null);
      }
    }),
  );
});
