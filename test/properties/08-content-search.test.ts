import fc from 'fast-check';
import { expect, test } from 'vitest';
import { regexSource, toJavaScript } from '../workers/grep/regex-source.js';
import { withHost } from './open-host.js';

// A host is a thread and a scan: many queries are put to each.
const TREES = Number(process.env['TROUPE_SEARCH_TREES'] ?? 12);
const QUERIES = 48;

interface Query {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly caseSensitive: boolean;
}

const anyLine = fc.string({ unit: fc.constantFrom(...Array.from('aabbcABC.x (é日')), maxLength: 12 });
const anyText = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
  lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
  encoding: fc.constantFrom('plain', 'plain', 'marked', 'utf16le', 'utf16be', 'binary'),
});
type Text = typeof anyText extends fc.Arbitrary<infer T> ? T : never;
const anyPath = fc
  .array(fc.constantFrom('a', 'b.ts', 'é', 'x y', '.hidden', 'dir'), { minLength: 1, maxLength: 3 })
  .map((names) => `${names.map((name, depth) => `${name}${depth}`).join('/')}.txt`);
const anyTree = fc.dictionary(anyPath, anyText, { minKeys: 3, maxKeys: 10 });
const anyQuery: fc.Arbitrary<Query> = fc
  .record({
    pattern: fc.oneof(regexSource, anyLine, fc.constantFrom('a', 'B', 'é', '.', 'x (')),
    isRegex: fc.boolean(),
    caseSensitive: fc.boolean(),
  })
  .filter(({ pattern, isRegex }) => pattern !== '' && (!isRegex || isRegExp(pattern)));

function isRegExp(source: string): boolean {
  try {
    return new RegExp(toJavaScript(source), 'u').source !== '';
  } catch {
    return false;
  }
}

function contains(line: string, { pattern, isRegex, caseSensitive }: Query): boolean {
  if (isRegex) return new RegExp(toJavaScript(pattern), caseSensitive ? 'u' : 'ui').test(line);
  return caseSensitive ? line.includes(pattern) : line.toLowerCase().includes(pattern.toLowerCase());
}

function encode({ lines, lineEnd, encoding }: Text): Buffer {
  const text = lines.map((line) => line + lineEnd).join('');
  if (encoding === 'plain') return Buffer.from(text);
  if (encoding === 'binary') return Buffer.from(`\0${text}`);
  const marked = `\uFEFF${text}`;
  if (encoding === 'marked') return Buffer.from(marked);
  const units = Buffer.from(marked, 'utf16le');
  return encoding === 'utf16be' ? units.swap16() : units;
}

/**
 * **Feature: vscode-agent, property 8: grep results contain the pattern**
 */
test(
  'property 8: every line that is found contains the pattern, and every line that contains it is found',
  async () => {
    let [found, queried] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        anyTree,
        fc.array(anyQuery, { minLength: QUERIES, maxLength: QUERIES }),
        async (tree, queries) => {
          const files = Object.fromEntries(Object.entries(tree).map(([path, text]) => [path, encode(text)]));
          const ignored = { '.gitignore': '/ignored\n', 'ignored/a.txt': 'aabbcABC.x (é😀' };
          await withHost({ ...files, ...ignored }, async ({ workspace }) => {
            for (const query of queries) {
              const lines: string[] = [];
              const request = { ...query, include: ['*.txt'], contextLines: 0, maxMatches: Infinity };
              for await (const { matches } of await workspace.grep(request))
                for (const { path, line, text } of matches) {
                  expect({ query, text, contains: contains(text, query) }).toMatchObject({ contains: true });
                  lines.push(`${path}:${line}:${text}`);
                }
              const expected = Object.entries(tree).flatMap(([path, { lines: all, encoding }]) =>
                all.flatMap((line, index) =>
                  encoding !== 'binary' && contains(line, query) ? [`${path}:${index + 1}:${line}`] : [],
                ),
              );
              expect({ query, lines: lines.sort() }).toEqual({ query, lines: expected.sort() });
              queried += 1;
              found += lines.length;
            }
          });
        },
      ),
      { numRuns: TREES },
    );
    console.log(
      `Property 8: ${queried} queries of ${TREES} folders, ${found} lines found, all with the pattern.`,
    );
    expect(Math.min(found, queried)).toBeGreaterThan(TREES * 40);
  },
  120_000 + TREES * 5_000,
);
