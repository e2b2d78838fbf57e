import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findDeadReferences, listHeadingIds } from './documents/find-dead-references.js';
import { makeTempDir, removeTempDir, writeFiles } from './doubles/temp-dir.js';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', ...listDocs()];

/** Names that look like files of this repository and are examples. */
const EXAMPLES = [
  'docs/decisions/0026-what-an-approval-covers.md names src/a.ts, which does not exist',
  'docs/instructions.md names git/log.md, which does not exist',
  'docs/security.md names vite.config.ts, which does not exist',
];

// A map of the house that a stranger reads in a quarter of an hour. Units: bytes.
const MAX_MAP_BYTES = 18 * 1024;

function listDocs(): readonly string[] {
  return readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.split(sep).join('/')}`)
    .sort();
}

describe('the documents', () => {
  test('refer to files and headings that exist', () => {
    expect(DOCUMENTS.length).toBeGreaterThan(50);
    expect(DOCUMENTS.flatMap((file) => findDeadReferences(ROOT, file))).toEqual(EXAMPLES);
  });

  test('have a map that is read in one sitting', () => {
    expect(statSync(join(ROOT, 'ARCHITECTURE.md')).size).toBeLessThanOrEqual(MAX_MAP_BYTES);
  });
});

describe('findDeadReferences', () => {
  const dir = makeTempDir();
  writeFiles(dir, {
    'src/host/a.ts': '',
    'src/host/watch.entry.ts': '',
    'src/workers/grep/byte.wat': '',
    'docs/other.md': '# The other\n\n## `run` and "walk"\n\n## Twice\n\n## Twice\n',
  });
  afterAll(() => {
    removeTempDir(dir);
  });

  const there = [
    '[a page](other.md), [a heading](other.md#run-and-walk), [the second](other.md#twice-1) and [here](#page)',
    '[a folder](../src/host), [a file](../src/host/a.ts "with a title") and ![a picture](other.md)',
    '[elsewhere](https://example.com/missing.md) and <mailto:a@example.com>',
    '`host/a.ts`, `src/host/a.ts`, `host/a`, `host`, `host/`, `a.ts`, `host/{a,watch.entry}.ts`, `host/*.entry.ts`, `host/watch`',
    '`workers/grep/byte.wat`, `docs/other.md` and `other.md`',
    '`troupe run host/missing.ts`, `some/other`, `*.ts`, `build.mjs.map` and `--flag`',
    '```sh\ncat host/missing.ts # [no link](missing.md)\n```',
    '`[no link](missing.md)`',
  ];
  test.each(there)('finds nothing wrong with: %s', (text) => {
    writeFiles(dir, { 'docs/page.md': `# Page\n\n${text}\n` });
    expect(findDeadReferences(dir, 'docs/page.md')).toEqual([]);
  });

  const dead: readonly [text: string, breach: string][] = [
    ['[a page](missing.md)', 'links to missing.md, which does not exist'],
    ['[a page](../docs/missing.md#top)', 'links to ../docs/missing.md#top, which does not exist'],
    ['![a picture](missing.png)', 'links to missing.png, which does not exist'],
    ['[a heading](other.md#walk)', 'links to other.md#walk, and there is no such heading'],
    ['[a heading](other.md#twice-2)', 'links to other.md#twice-2, and there is no such heading'],
    ['[here](#other)', 'links to #other, and there is no such heading'],
    ['[outside](../..)', 'links to ../.., which is not in the repository'],
    ['`host/missing.ts`', 'names host/missing.ts, which does not exist'],
    ['`host/missing`', 'names host/missing, which does not exist'],
    ['`missing.mjs`', 'names missing.mjs, which does not exist'],
    ['`host/{a,b}.ts`', 'names host/{a,b}.ts, which does not exist'],
    ['`host/missing/*.ts`', 'names host/missing/*.ts, which does not exist'],
    ['`docs/missing.md`', 'names docs/missing.md, which does not exist'],
  ];
  test.each(dead)('reports %s', (text, breach) => {
    writeFiles(dir, { 'docs/page.md': `# Page\n\n${text}\n` });
    expect(findDeadReferences(dir, 'docs/page.md')).toEqual([`docs/page.md ${breach}`]);
  });

  test('knows the ids of headings', () => {
    const text =
      '# A page\n\n```sh\n# no heading\n```\n\n## With `code`, a [link](x.md) & more\n\n## A page\n';
    expect(listHeadingIds(text)).toEqual(['a-page', 'with-code-a-link--more', 'a-page-1']);
  });
});
