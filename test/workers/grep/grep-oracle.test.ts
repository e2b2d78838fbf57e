import { spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { grepFile } from '../../../src/workers/grep/grep.js';
import type { GrepPattern } from '../../../src/workers/regex/parse-pattern.js';
import { TextBlocks } from '../../../src/workers/grep/text-blocks.js';
import { lineSearch } from './line-search.js';
import { TempTree } from '../walk/temp-tree.js';

const tree = new TempTree();
afterAll(() => {
  tree.remove();
});

const word = fc.constantFrom(
  'foo',
  'Bar',
  'x1',
  'é',
  'É',
  'ſ',
  's',
  'σ',
  'Σ',
  '日本',
  '😀',
  '(',
  '.',
  ' ',
  '\t',
  'foo_bar',
);
const line = fc.array(word, { maxLength: 12, size: 'max' }).map((words) => words.join(''));
const text = fc
  .tuple(fc.array(line, { maxLength: 20 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n'))
  .map(([lines, end, last]) => lines.join(end) + last);
const encoded = fc
  .tuple(text, fc.constantFrom('utf8', 'utf8', 'utf8 with mark', 'utf16le', 'utf16be'))
  .map(([text, encoding]) => {
    const marked = `\u{FEFF}${text}`;
    switch (encoding) {
      case 'utf8':
        return Buffer.from(text);
      case 'utf8 with mark':
        return Buffer.from(marked);
      case 'utf16le':
        return Buffer.from(marked, 'utf16le');
      default:
        return Buffer.from(marked, 'utf16le').swap16();
    }
  });
// What both dialects understand in the same way.
const regex = fc
  .array(
    fc.oneof(
      word.map((text) => text.replaceAll(/[.()]/g, '\\$&')),
      fc.constantFrom(
        '.',
        '.*',
        '[a-f]',
        '[^o]',
        '(foo|é)',
        '(?:x1)?',
        'o+',
        'o{2}',
        '\\(',
        '[0-9]',
        '|',
        'fo*?',
        '[^\\S]',
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(''));
const anchored = fc
  .tuple(fc.constantFrom('', '', '^'), regex, fc.constantFrom('', '', '$'))
  .map((parts) => parts.join(''));
const queries: fc.Arbitrary<GrepPattern> = fc.oneof(
  fc.record({
    pattern: fc.array(word, { maxLength: 2 }).map((words) => words.join('')),
    isRegex: fc.constant(false),
    caseSensitive: fc.boolean(),
  }),
  fc.record({ pattern: anchored, isRegex: fc.constant(true), caseSensitive: fc.boolean() }),
);

/** `line:text` of each matching line, as ripgrep has it. */
function rg(path: string, { pattern, isRegex, caseSensitive }: GrepPattern): string[] {
  const args = ['--no-config', '-N', '-n', '--crlf', '--no-heading', '--color=never', '--no-filename'];
  if (!isRegex) args.push('-F');
  if (!caseSensitive) args.push('-i');
  const { stdout, status, stderr } = spawnSync(rgPath, [...args, '-e', pattern, '--', path], {
    encoding: 'utf8',
  });
  expect([0, 1], stderr).toContain(status);
  return stdout.split(/\r?\n/).slice(0, -1);
}

it('grepFile finds the lines that ripgrep finds', () => {
  fc.assert(
    fc.property(encoded, queries, (content, query) => {
      const path = tree.write('file', content);
      const found = [...grepFile(path, lineSearch(query), new TextBlocks())];
      expect(found.map(({ line, text }) => `${String(line)}:${text}`)).toEqual(rg(path, query));
    }),
    { numRuns: 150 },
  );
});
