import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

/** A file that somebody wrote. */
export interface SourceFile {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.js': 'JavaScript',
  '.mjs': 'JavaScript',
  '.py': 'Python',
  '.c': 'C',
  '.h': 'C',
  '.cc': 'C',
  '.go': 'Go',
  '.rs': 'Rust',
  '.java': 'Java',
  '.rb': 'Ruby',
  '.md': 'Markdown',
};
// Small enough that thousands of edits of it take seconds, and large enough to repeat itself.
const MIN_BYTES = 1_000;
const MAX_BYTES = 60_000;

const ROOT = join(import.meta.dirname, '../../../..');
// Three languages that are on every machine on which the tests are.
const USUAL = [
  'src',
  'node_modules/commander/lib',
  'node_modules/diff/libcjs',
  'node_modules/web-tree-sitter/lib',
];

/**
 * Real files of three languages and more, by language: those of `TROUPE_REAL_TREES`, or of this project and of what it
 * depends on.
 */
export function readSources(): ReadonlyMap<string, readonly SourceFile[]> {
  const named = (process.env['TROUPE_REAL_TREES'] ?? '').split(':').filter((tree) => tree !== '');
  if (named.length === 0)
    console.log(
      'TROUPE_REAL_TREES=dir:dir names no trees: files of this project and its packages are edited.',
    );
  const trees = named.length > 0 ? named : USUAL.map((path) => join(ROOT, path));
  const files = new Map<string, SourceFile[]>();
  for (const file of trees.flatMap(readTree))
    files.set(file.language, [...(files.get(file.language) ?? []), file]);
  if (files.size < 3)
    throw new Error(`Files of three languages are needed: ${trees.join(', ')} have ${files.size}.`);
  return files;
}

function readTree(tree: string): SourceFile[] {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .sort()
    .flatMap((name) => {
      const path = join(tree, name);
      const language = LANGUAGES[extname(name)];
      const stat = language === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
      if (language === undefined || stat === undefined || !stat.isFile()) return [];
      if (stat.size < MIN_BYTES || stat.size > MAX_BYTES) return [];
      const text = readFileSync(path, 'utf8');
      // What is not UTF-8, or was written by a machine on one line, is edited elsewhere.
      const isProse =
        text.endsWith('\n') &&
        !text.includes('\uFFFD') &&
        !text.includes('\r') &&
        text.length / text.split('\n').length < 200;
      return isProse ? [{ path: relative(ROOT, path), language, text }] : [];
    });
}
