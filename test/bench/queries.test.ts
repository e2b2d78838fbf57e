import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../bench/make-tree.js';
import { makeQueries, QUERY_KINDS, type QueryKind, type QueryMaker } from '../../bench/queries.js';

const PATHS = [
  'src/workers/scan-pool/batchInbox.ts',
  'src/host/vscode/chat/chat-session.ts',
  'test/oracle/files-equal-git.test.ts',
  'docs/decisions/folder_means_permission.md',
];
const MAKERS: Readonly<Record<QueryKind, QueryMaker>> = QUERY_KINDS;
const KINDS = Object.keys(MAKERS) as QueryKind[];
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

// A dot in front is part of the name.
const stemOf = (path: string): string => /([^/][^/.]*)[^/]*$/.exec(path)?.[1] ?? '';

function isSubsequence(query: string, text: string): boolean {
  let at = 0;
  for (const character of text.toLowerCase()) if (character === query.toLowerCase()[at]) at += 1;
  return at === query.length;
}

const paths = fc
  .array(
    fc.array(fc.string({ unit: fc.constantFrom(...LETTERS, '-', '_', '.'), minLength: 1, maxLength: 20 }), {
      minLength: 1,
      maxLength: 5,
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((list) => list.map((segments) => segments.join('/')));

describe('queries', () => {
  test('queries are the same for the same seed', () => {
    const make = (seed: number): unknown =>
      KINDS.map((kind) => makeQueries(MAKERS[kind], PATHS, 10, createRandom(seed)));
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
  });

  test.each(KINDS)('queries of kind %s are many, all different, and name a file of the list', (kind) => {
    const queries = makeQueries(MAKERS[kind], PATHS, 4, createRandom(3));
    expect(queries).toHaveLength(4);
    expect(new Set(queries.map(({ text }) => text)).size).toBe(4);
    expect(PATHS).toEqual(expect.arrayContaining(queries.map(({ target }) => target)));
  });

  test('queries come to an end when the paths do not give enough of them', () => {
    expect(makeQueries(MAKERS.typo, ['a', 'b/c'], 5, createRandom(1))).toEqual([]);
    expect(makeQueries(MAKERS.prefix, [], 5, createRandom(1))).toEqual([]);
  });

  test('an abbreviation takes the starts of the words of the folder and of the name', () => {
    const [query] = makeQueries(MAKERS.abbreviation, ['src/scan/batchInbox.ts'], 1, createRandom(1));
    expect(query?.text.toLowerCase()).toMatch(/^sca?bat?inb?$/);
  });

  test('each kind keeps to its rule for any path', () => {
    const rules: Record<QueryKind, (text: string, target: string) => boolean> = {
      prefix: (text, target) =>
        target.startsWith(text) || target.slice(target.lastIndexOf('/') + 1).startsWith(text),
      abbreviation: (text, target) => isSubsequence(text, target),
      fragment: (text, target) => /^[^/]+\/[^/]+$/.test(text) && isSubsequence(text, target),
      skipped: (text, target) =>
        text.length < stemOf(target).length &&
        text.startsWith(target.slice(target.lastIndexOf('/') + 1).charAt(0)) &&
        isSubsequence(text, target),
      typo: (text, target) => text !== stemOf(target) && text.charAt(0) === stemOf(target).charAt(0),
    };
    fc.assert(
      fc.property(paths, fc.integer(), fc.constantFrom(...KINDS), (list, seed, kind) => {
        for (const { text, target } of makeQueries(MAKERS[kind], list, 5, createRandom(seed)))
          expect([text, target, rules[kind](text, target)]).toEqual([text, target, true]);
      }),
      { numRuns: 300 },
    );
  });

  test('a typo is one letter changed or two that stand beside each other swapped', () => {
    const kinds = makeQueries(MAKERS.typo, PATHS, 50, createRandom(5)).map(({ text, target }) => {
      const stem = stemOf(target);
      const [at = 0, ...others] = Array.from(stem).flatMap((letter, at) => (letter === text[at] ? [] : [at]));
      const [letter = '', next = ''] = stem.slice(at);
      if (others.length === 0) return text.length === stem.length ? 'changed' : text;
      return text === `${stem.slice(0, at)}${next}${letter}${stem.slice(at + 2)}` ? 'swapped' : text;
    });
    expect(new Set(kinds)).toEqual(new Set(['changed', 'swapped']));
  });
});
