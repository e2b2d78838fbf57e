import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../../../../../src/actors/runtime/slices.js';
import { SearchWords } from '../../../../../src/host/node/threads/library/search-words.js';

function find(
  query: string,
  text: string,
): ReturnType<
  typeof runToEnd<ReturnType<SearchWords['find']> extends Generator<void, infer Found> ? Found : never>
> {
  return runToEnd(new SearchWords(query).find(text));
}

test('a text is found when it contains every word, in any case and order, as plain text', () => {
  const ascii = fc.stringMatching(/^[a-zA-Z.*+?()[\]{}|\\/^$-]{1,8}$/);
  fc.assert(
    fc.property(
      fc.array(ascii, { minLength: 1, maxLength: 3 }),
      fc.array(ascii, { maxLength: 6 }),
      (words, parts) => {
        const text = parts.join(' ');
        const lower = text.toLowerCase();
        const isThere = words.every((word) => lower.includes(word.toLowerCase()));
        const found = find(words.join(' '), text);
        expect(found !== undefined).toBe(isThere);
        for (const { from, to } of found?.ranges ?? [])
          expect(words.map((word) => word.toLowerCase())).toContain(
            found?.excerpt.slice(from, to).toLowerCase(),
          );
      },
    ),
    { numRuns: 500 },
  );
});

test('an excerpt of a long text is one line around the first occurrence', () => {
  const text = `${'before '.repeat(20_000)}the\r\n\tNEEDLE\n\nis here${' behind'.repeat(20_000)}`;
  const found = find('needle BEHIND', text);
  expect(found?.excerpt).toMatch(/^….*before …?|NEEDLE/);
  expect(found?.excerpt).not.toMatch(/[\n\t]/);
  expect(found?.excerpt.length).toBeLessThanOrEqual(162);
  expect(found?.excerpt).toMatch(/^….*…$/);
});

test('a word over the border of two parts is found', () => {
  const text = `${'x'.repeat(32 * 1024 - 3)}needle`;
  expect(find('needle', text)?.ranges).toHaveLength(1);
});

test('letters of other scripts match in both cases', () => {
  expect(find('ÄRGER straße', 'Viel ärger mit der STRASSE oder Straße')?.ranges.length).toBeGreaterThan(0);
  expect(find('ПРИВЕТ', 'привет')?.excerpt).toBe('привет');
});
