import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readImports } from '../architecture/read-imports.js';

interface Campaign {
  readonly name: string;
  readonly files: readonly string[];
  readonly cases: Readonly<Record<string, number>>;
  readonly switches?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');
const url = pathToFileURL(join(root, 'scripts/campaigns/list.mjs')).href;
const { CAMPAIGNS } = (await import(url)) as { CAMPAIGNS: readonly Campaign[] };

const sources = new Map(
  readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const),
);
const tests = [...sources.keys()].filter(
  (file) => file.endsWith('.test.ts') && !file.startsWith('test/vscode/'),
);

/** The variables that a file and what it imports of the tests read. */
function readVariables(file: string, seen = new Set<string>()): Set<string> {
  const source = sources.get(file);
  if (source === undefined || seen.has(file)) return new Set();
  seen.add(file);
  const own = [...source.matchAll(/process\.env\['(TROUPE_\w+)'\]/g)].map(([, name = '']) => name);
  const imported = readImports(source).flatMap(({ specifier = '' }) =>
    specifier.startsWith('.')
      ? [...readVariables(posix.join(posix.dirname(file), specifier.replace(/\.js$/, '.ts')), seen)]
      : [],
  );
  return new Set([...own, ...imported]);
}

test.each(CAMPAIGNS)(
  'the campaign $name names files that are there, and variables that they read',
  (campaign) => {
    const matched = campaign.files.map((filter) => tests.filter((file) => file.includes(filter)));
    expect(campaign.files.filter((_, index) => matched[index]?.length === 0)).toEqual([]);
    const read = new Set(matched.flat().flatMap((file) => [...readVariables(file)]));
    const named = Object.keys({ ...campaign.cases, ...campaign.switches });
    expect(named.filter((name) => !read.has(name))).toEqual([]);
    expect(named).not.toEqual([]);
  },
);

test('campaigns have names of their own', () => {
  expect(new Set(CAMPAIGNS.map(({ name }) => name)).size).toBe(CAMPAIGNS.length);
});

test('each number of cases that tests read from the environment belongs to a campaign', () => {
  const counted = [...sources.values()].flatMap((source) =>
    [...source.matchAll(/Number\(process\.env\['(TROUPE_\w+)'\] \?\?/g)].map(([, name = '']) => name),
  );
  const named = new Set(CAMPAIGNS.flatMap(({ cases }) => Object.keys(cases)));
  expect(counted.length).toBeGreaterThan(20);
  // The seed is no number of cases.
  expect(counted.filter((name) => name !== 'TROUPE_SEED' && !named.has(name))).toEqual([]);
});
