import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = '/project';
const url = pathToFileURL(join(import.meta.dirname, '../../scripts/ci/summarize.mjs')).href;
const { summarize } = (await import(url)) as { summarize: (summary: object) => string[] };

const findings = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    suite: 'tests',
    file: `${ROOT}/test/failed-${index}.test.ts`,
    name: 'works',
    note: `reason ${index}`,
  }));

/** The summary of forty files, the last of which took forty seconds. */
function summarizeForty(verdict: object): string[] {
  const files = Array.from({ length: 40 }, (_, index) => ({
    file: `${ROOT}/test/file-${index + 1}.test.ts`,
    seconds: index + 1,
  }));
  const stages = [
    { name: 'types', seconds: 12.4 },
    { name: 'all', seconds: 300 },
  ];
  return summarize({ stages, files, verdict, root: ROOT });
}

test('a summary begins with the thirty slowest files, the slowest first, and ends with the stages', () => {
  const lines = summarizeForty({ passed: 90, failed: [], flaky: [], skipped: [] });
  expect(lines.slice(0, 3)).toEqual([
    '== summary',
    'slow    40.0 s  test/file-40.test.ts',
    'slow    39.0 s  test/file-39.test.ts',
  ]);
  expect(lines.slice(30)).toEqual([
    'slow    11.0 s  test/file-11.test.ts',
    'types: ok, 12 s',
    'all: ok, 300 s',
    '90 passed, 0 failed',
  ]);
});

test('a summary with many failures has a hundred lines, and fewer slow files for it', () => {
  const lines = summarizeForty({
    passed: 0,
    failed: findings(50),
    flaky: findings(50),
    skipped: findings(50),
  });
  expect(lines).toHaveLength(100);
  expect(lines.filter((line) => line.startsWith('slow'))).toHaveLength(22);
  expect(lines.at(-1)).toBe('0 passed, 50 failed');
});
