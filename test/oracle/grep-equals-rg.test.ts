import { rgPath } from '@vscode/ripgrep';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../bench/make-tree.js';
import type * as Api from '../../src/host/api.js';
import { LENIENT_PATTERNS, MODEL_PATTERNS, type ModelPattern } from './model-patterns.js';

const repository = join(import.meta.dirname, '../..');
const named = (process.env['TROUPE_REAL_TREES'] ?? '').split(':').filter((tree) => tree !== '');
// Real code, prose, and tables of data in long lines.
const TREES =
  named.length > 0
    ? named.map((tree) => resolve(repository, tree))
    : ['.', 'node_modules/iconv-lite'].map((tree) => join(repository, tree));

// `TROUPE_GREP_PATTERNS=200` takes a minute.
const PATTERNS = Number(process.env['TROUPE_GREP_PATTERNS'] ?? 20);
const SEED = 23;
const PATIENCE_MS = 600_000;
const MAX_OUTPUT_BYTES = 1 << 30;

interface Pattern extends ModelPattern {
  readonly isRegex: boolean;
}

const REGEXES: readonly ((word: string, other: string) => string)[] = [
  (word, other) => `${word}|${other}`,
  (word) => `\\b${word}\\b`,
  (word) => `^\\s*${word}`,
  (word) => `${word}.{0,9};`,
  (word) => `[${word.slice(0, 1).toUpperCase()}${word.slice(0, 1)}]${word.slice(1)}`,
  (word, other) => `${word}.*${other}`,
  (word) => `\\w+${word}`,
  () => '\\d{4,}',
  (word) => `${word}$`,
  () => '[a-z]+_[a-z]+_[a-z]+\\(',
];

const TYPICAL: readonly Pattern[] = [...MODEL_PATTERNS, ...LENIENT_PATTERNS].map((pattern) => ({
  ...pattern,
  isRegex: true,
}));

/** Words that occur in some files of a tree, some of them cut, and regular expressions of them. */
function makePatterns(tree: string): Pattern[] {
  const random = createRandom(SEED);
  const words = someTexts(tree).flatMap((text) => text.match(/[A-Za-z_]{3,20}/g) ?? []);
  const pickWord = (): string => {
    const word = random.pick(words);
    return random.chance(0.3) ? word.slice(0, 3 + random.below(4)) : word;
  };
  return Array.from({ length: PATTERNS }, (_, index) => {
    const isRegex = index % 2 === 1;
    const pattern = isRegex ? random.pick(REGEXES)(pickWord(), pickWord()) : pickWord();
    return { pattern, isRegex, caseSensitive: random.chance(0.6) };
  });
}

function someTexts(tree: string): string[] {
  const files = readdirSync(tree, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.slice(0, 12).map(({ name }) => readFileSync(join(tree, name), 'utf8').slice(0, 20_000));
}

/** The lines that match. Shape: `path:line`, sorted. */
async function linesOfTroupe(
  { workspace }: Api.Host,
  { pattern, isRegex, caseSensitive = true }: Pattern,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const { matches } of await workspace.grep({
    pattern,
    isRegex,
    caseSensitive,
    contextLines: 0,
    maxMatches: Infinity,
  })) {
    for (const { path, line } of matches) lines.push(`${path}:${line}`);
  }
  return lines.sort();
}

/** What ripgrep finds in the files that git shows: its other rules are not ours. */
function linesOfRipgrep(
  tree: string,
  { pattern, forRipgrep = pattern, isRegex, caseSensitive = true }: Pattern,
): string[] {
  const args = [
    '--json',
    '--no-config',
    '--hidden',
    '--no-ignore-dot',
    '--no-require-git',
    '--crlf',
    '-g',
    '!**/.git/**',
    '-g',
    '!.git',
  ];
  const cases =
    caseSensitive === 'smart' ? '--smart-case' : caseSensitive ? '--case-sensitive' : '--ignore-case';
  const how = [cases, isRegex ? '--engine=auto' : '--fixed-strings'];
  const { stdout, status, stderr } = spawnSync(rgPath, [...args, ...how, '-e', forRipgrep, '.'], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (status === null || status > 1) throw new Error(stderr);
  const lines: string[] = [];
  for (const text of stdout.split('\n')) {
    if (!text.startsWith('{"type":"match"')) continue;
    const { data } = JSON.parse(text) as { data: { path: { text?: string }; line_number: number } };
    lines.push(`${(data.path.text ?? '').replace(/^\.\//, '')}:${data.line_number}`);
  }
  return lines.sort();
}

describe.each(TREES)('in %s', (tree) => {
  let host: Api.Host | undefined;
  afterAll(() => host?.[Symbol.asyncDispose]());

  test(
    `the lines found for ${PATTERNS + TYPICAL.length} patterns are those that ripgrep finds`,
    async () => {
      const api = (await import(pathToFileURL(join(repository, 'dist/api.js')).href)) as typeof Api;
      host = await api.createHost({ roots: [tree] });
      await host.workspace.whenReady();
      let found = 0;
      for (const pattern of [...makePatterns(tree), ...TYPICAL]) {
        const lines = await linesOfTroupe(host, pattern);
        const wanted = linesOfRipgrep(tree, pattern);
        const [known, expected] = [new Set(lines), new Set(wanted)];
        const [extra, missing] = [
          lines.filter((line) => !expected.has(line)),
          wanted.filter((line) => !known.has(line)),
        ];
        expect({ pattern, extra, missing }).toEqual({ pattern, extra: [], missing: [] });
        found += lines.length;
      }
      console.log(
        `${tree}: ${found} lines found by ${PATTERNS + TYPICAL.length} patterns, the same by both.`,
      );
    },
    PATIENCE_MS,
  );
});
